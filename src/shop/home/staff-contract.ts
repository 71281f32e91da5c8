import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, fileBytes } from '#platform/api/fields.server.ts'

/** Checked by the rule of `home.sections`, whose messages name section and field. */
const sections = z.array(z.record(z.string(), z.unknown()), { error: 'The home page is a list of sections.' }).max(30)

const problem = z.object({ path: z.string(), message: z.string() })

const planned = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  sections,
  /** Why it wasn’t possible when it was due, or null. */
  problem: z.string().nullable(),
})
export type PlannedHomePage = z.output<typeof planned>

const homePage = z.object({
  sections,
  /** For `If-Match`. */
  version: z.string(),
  /** True if nobody has changed it: a new shop has its own few sections. */
  isDefault: z.boolean(),
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
})

/** What both have changed: if the rest could be put together, each such field, and the page with mine and with theirs of them. */
const conflict = conflictWith(homePage).extend({
  clashes: z
    .array(z.object({ section: z.string(), field: z.string(), theirs: z.unknown(), mine: z.unknown() }))
    .optional(),
  merged: z.object({ mine: sections, theirs: sections }).optional(),
})

const draft = z.object({
  sections,
  /** The version of the home page that it began from. */
  version: z.string().nullable(),
  changedAt: z.iso.datetime(),
  errors: z.array(problem),
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
const MAX_BODY_BYTES = 256 * 1024
/** A phone's photo. */
const MAX_PICTURE_BYTES = 15 * 1024 * 1024

/** What the home page shows, now and later (CONTRACT part three, Staff site). */
export const homeStaffContract = defineContract({
  'GET /home-page': {
    summary: 'The sections of the home page, one’s own draft of it, and what is planned',
    group: 'Home page',
    access: 'staff',
    status: 200,
    response: homePage.extend({ draft: draft.nullable(), planned: z.array(planned) }),
    refusals: READ,
  },
  'PUT /home-page': {
    summary:
      'Replaces the sections, null for those of a new shop; with If-Match what others changed since that version stays, in other fields',
    group: 'Home page',
    access: 'staff',
    body: z.object({ sections: sections.nullable() }),
    maxBodyBytes: MAX_BODY_BYTES,
    status: 200,
    response: homePage.extend({
      /** The version of all settings before, for `POST /settings/home.sections/return`. */
      before: z.int(),
      /** True if what others have changed meanwhile is among the sections. */
      merged: z.boolean(),
    }),
    conflict,
    refusals: CHANGE,
    idempotent: true,
  },
  'PUT /home-page/draft': {
    summary: 'Keeps one’s own draft, which nobody else sees; answers what is wrong with it, and where its preview is',
    group: 'Home page',
    access: 'staff',
    body: z.object({ sections, version: z.string().max(64).nullable() }),
    maxBodyBytes: MAX_BODY_BYTES,
    status: 200,
    response: z.object({ errors: z.array(problem), url: z.string() }),
    refusals: CHANGE,
  },
  'DELETE /home-page/draft': {
    summary: 'Throws one’s own draft away',
    group: 'Home page',
    access: 'staff',
    status: 204,
    response: null,
    refusals: CHANGE,
  },
  'POST /home-page/plan': {
    summary:
      'Publishes sections at a time in India, such as 2026-11-28T09:00; `DELETE /settings/plans/{id}` takes it back',
    group: 'Home page',
    access: 'staff',
    body: z.object({ sections, at: z.string().max(40) }),
    maxBodyBytes: MAX_BODY_BYTES,
    status: 201,
    response: z.object({ id: z.string(), at: z.iso.datetime() }),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /home-page/pictures': {
    summary: 'Stores a picture for the home page or a text; answers its path',
    group: 'Home page',
    access: 'staff',
    upload: {
      types: ['image/jpeg', 'image/png', 'image/webp'],
      maxBytes: MAX_PICTURE_BYTES,
      wrongType: 'The picture must be a JPEG, PNG or WebP.',
      tooLarge: 'The picture may have at most 15 MB.',
    },
    body: fileBytes,
    status: 201,
    response: z.object({ path: z.string(), width: z.int(), height: z.int() }),
    refusals: [...CHANGE, 'unreadable_picture'],
    idempotent: true,
  },
  'GET /banner': {
    summary: 'The picture of the section “banner”, or null',
    group: 'Home page',
    access: 'staff',
    status: 200,
    response: z.object({ url: z.string().nullable() }),
    refusals: READ,
  },
  'PUT /banner': {
    summary: 'Sets the banner to an https address or a path of this shop, or removes it with null',
    group: 'Home page',
    access: 'staff',
    body: z.object({ url: z.string().max(2000).nullable() }),
    status: 200,
    response: z.object({ url: z.string().nullable() }),
    refusals: CHANGE,
    idempotent: true,
  },
})
