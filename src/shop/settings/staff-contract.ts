import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'

const limits = z.object({
  choices: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.int().optional(),
  maxItems: z.int().optional(),
})
export type SettingLimits = z.output<typeof limits>

const listed = z
  .object({
    name: z.string(),
    /** The screen that it's on. */
    page: z.string(),
    label: z.string(),
    help: z.string(),
    /** How it's typed: text, number, rupees, yes-no, choice, zones, … */
    kind: z.string(),
    /** The unit of a number, such as days; null if it has none, or is money. */
    unit: z.string().nullable(),
    limits,
    /** Of this setting alone: changes of others leave it. For `If-Match`. */
    version: z.string(),
    /** True if nobody has set it. */
    isDefault: z.boolean(),
    /** True if a new shop's owner is asked about it and nobody has set it. */
    isUndecided: z.boolean(),
    mayChange: z.boolean(),
    /** The page of the shop on which it shows, if it's another than the screen's. */
    shownAt: z.string().nullable(),
    /** Null if it's long: then `summary` says how long, and `GET /settings/{name}` has it. */
    value: z.unknown(),
    summary: z.string().nullable(),
  })
  .meta({ id: 'ListedSetting' })
export type ListedSetting = z.output<typeof listed>

const shown = listed
  .omit({ summary: true })
  .extend({
    default: z.unknown(),
    /** A text to begin from, where there is a standard one. */
    start: z.string(),
    /** Of a page's text: what the page shows now, as HTML, empty if that's built into it; and what its `{names}` stand for. */
    pageText: z
      .object({
        html: z.string(),
        fills: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
      })
      .nullable(),
    changedAt: z.iso.datetime().nullable(),
    changedBy: z.string().nullable(),
    /** What its owner should know about the value. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'Setting' })
export type ShownSetting = z.output<typeof shown>

/** `before`: the version of all settings before the change, to return to. */
const changed = shown.extend({ before: z.int() })

/** Long values by the place where they begin to differ. */
const words = z.array(z.object({ name: z.string(), label: z.string(), from: z.string(), to: z.string() }))

const change = z.object({
  /** The version of all settings that the change made. */
  version: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: z.enum(['set', 'undo', 'return']),
  changes: words,
})
export type SettingsChange = z.output<typeof change>

const planned = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    by: z.string(),
    /** The screen that it was planned on, and its title. */
    page: z.string(),
    title: z.string(),
    /** From what is set now. */
    changes: words,
    /** Why it wasn’t possible when it was due, or null. */
    problem: z.string().nullable(),
    mayTakeBack: z.boolean(),
  })
  .meta({ id: 'PlannedSettings' })
export type PlannedSettings = z.output<typeof planned>

const page = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  ownersOnly: z.boolean(),
  /** The page of the shop on which its changes show, or null. */
  shownAt: z.string().nullable(),
})

const READ = ['second_factor_needed'] as const
const CHANGE = [
  ...READ,
  'foreign_origin',
  'invalid_input',
  'not_found',
  'conflict',
  'forbidden',
  'sign_in_again',
  'changed_meanwhile',
] as const
const names = z.object({ name: z.string().max(60) })
const version = z.int({ error: 'The version is a whole number.' }).min(0)
/** 25,000 delivery zones. */
const MAX_VALUE_BYTES = 3 * 1024 * 1024

/** What the owner sets (CONTRACT part three, Staff site). */
export const settingsStaffContract = defineContract({
  'GET /settings': {
    summary: 'All settings by the screen they are on, with what they mean',
    group: 'Settings',
    access: 'staff',
    status: 200,
    response: z.object({ pages: z.array(page), items: z.array(listed), next: z.null() }),
    refusals: READ,
  },
  'PATCH /settings': {
    summary:
      'Sets several settings, all or none, and with null resets them; those with a version only if nobody changed them since',
    group: 'Settings',
    access: 'staff',
    body: z.object({
      values: z.record(z.string().max(60), z.unknown()),
      /** The versions that they were changed from. */
      from: z.record(z.string().max(60), z.string().max(64)).default({}),
    }),
    maxBodyBytes: MAX_VALUE_BYTES,
    status: 200,
    response: z.object({
      /** Those that were set. */
      items: z.array(shown),
      /** The version of all settings before the change, to return to. */
      before: z.int(),
    }),
    conflict: conflictWith(z.object({ items: z.array(shown) })),
    refusals: CHANGE,
    idempotent: true,
  },
  'GET /settings/history': {
    summary: 'Changes of the settings, or of one, newest first',
    group: 'Settings',
    access: 'staff',
    query: z.object({ ...pageQuery, setting: z.string().max(60).optional() }),
    status: 200,
    response: pageOf(change),
    refusals: READ,
  },
  'POST /settings/undo': {
    summary: 'Takes the last change of any setting back; called again, the change before it',
    group: 'Settings',
    access: 'staff',
    status: 200,
    response: z.object({ version, changed: z.array(z.string()) }),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /settings/return': {
    summary: 'Sets all settings as they were in a version',
    group: 'Settings',
    access: 'staff',
    body: z.object({ version }),
    status: 200,
    response: z.object({ version, changed: z.array(z.string()) }),
    refusals: CHANGE,
    idempotent: true,
  },
  'PUT /settings/preview': {
    summary: 'Keeps what one is changing for the preview beside the form; answers what is wrong with it',
    group: 'Settings',
    access: 'staff',
    body: z.object({
      values: z.record(z.string().max(60), z.unknown()),
      path: z
        .string()
        .max(200)
        .regex(/^\/[a-z-]*(?:\/[a-z-]+)*$/, 'The page is a path of this shop.'),
    }),
    maxBodyBytes: MAX_VALUE_BYTES,
    status: 200,
    response: z.object({
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
      url: z.string(),
      /** What would be different. */
      changes: words,
    }),
    refusals: CHANGE,
  },
  'GET /settings/plans': {
    summary: 'Settings and home pages that are planned for a time, the next first, and those that failed then',
    group: 'Settings',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(planned), next: z.null() }),
    refusals: READ,
  },
  'POST /settings/plans': {
    summary: 'Sets settings as one at a time in India, such as 2026-11-28T09:00; null is the default',
    group: 'Settings',
    access: 'staff',
    body: z.object({ values: z.record(z.string().max(60), z.unknown()), at: z.string().max(40) }),
    maxBodyBytes: MAX_VALUE_BYTES,
    status: 201,
    response: z.object({ id: z.string(), at: z.iso.datetime() }),
    refusals: CHANGE,
    idempotent: true,
  },
  'DELETE /settings/plans/{id}': {
    summary: 'Takes back what is planned, settings or a home page; puts what failed away',
    group: 'Settings',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    response: z.object({
      /** Plans it again with `POST /undo/{id}`. */
      undo: z.string().nullable(),
    }),
    refusals: CHANGE,
    idempotent: true,
  },
  'GET /settings/{name}': {
    summary: 'One setting with its value',
    group: 'Settings',
    access: 'staff',
    params: names,
    status: 200,
    response: shown,
    refusals: [...READ, 'not_found'],
  },
  'PUT /settings/{name}': {
    summary: 'Sets one setting; with If-Match only if nobody changed it since that version',
    group: 'Settings',
    access: 'staff',
    params: names,
    body: z.object({ value: z.unknown() }),
    maxBodyBytes: MAX_VALUE_BYTES,
    status: 200,
    response: changed,
    conflict: conflictWith(shown),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /settings/{name}/return': {
    summary: 'Sets one setting as it was in a version of all settings, 0 for its default',
    group: 'Settings',
    access: 'staff',
    params: names,
    body: z.object({ version }),
    status: 200,
    response: changed,
    conflict: conflictWith(shown),
    refusals: CHANGE,
    idempotent: true,
  },
})
