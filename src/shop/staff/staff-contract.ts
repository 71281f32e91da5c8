import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { WRONG_CODE } from './messages.ts'

const address = email('Please enter an e-mail address.', 'Please enter a valid e-mail address.')
export const role = z.enum(['owner', 'manager', 'packer'], { error: 'The role is owner, manager or packer.' })

/** A number as in the shoppers' API, or the same six digits as a text. */
const otp = z
  .union([z.int().min(100_000).max(999_999), z.string().regex(/^\d{6}$/)], { error: WRONG_CODE })
  .transform(String)

const staff = z.object({ id: z.string(), email: z.string(), name: z.string(), role }).meta({ id: 'StaffMember' })
export type StaffMember = z.output<typeof staff>

const factor = z.enum(['passkey', 'totp'])

const listed = staff.extend({
  /** `invited`: the link is still valid. `expired`: it isn't, and there is no second factor, so nobody gets in by this address. */
  state: z.enum(['invited', 'active', 'expired']),
  invitedAt: z.iso.datetime(),
  joinedAt: z.iso.datetime().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
  /** What they confirm a sign-in with. */
  factors: z.array(factor),
})
export type ListedStaff = z.output<typeof listed>

const confirmed = z.object({ staff, spareCodes: z.array(z.string()).optional() })
/** WebAuthn level 3 JSON as it is: SimpleWebAuthn checks it. */
const webAuthn = z.looseObject({ id: z.string().max(1024) })
const ids = z.object({ id: z.string().max(64) })

const session = z.object({
  id: z.string(),
  /** Browser and system: "Chrome on Android". */
  device: z.string(),
  /** When it was last used. */
  at: z.iso.datetime(),
  current: z.boolean(),
})
export type ListedSession = z.output<typeof session>

/** `qr`: the link as a QR code for a phone, an SVG image. */
const link = z.object({ link: z.string(), qr: z.string() })

const ownFactor = z
  .object({
    id: z.string(),
    kind: factor,
    /** The device that it was added on. */
    name: z.string(),
    at: z.iso.datetime(),
    /** Null if it was never used since. */
    usedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Factor' })
export type OwnFactor = z.output<typeof ownFactor>

/** Getting in, and who is let in (CONTRACT part three, Staff site). */
export const staffSignInContract = defineContract({
  'POST /join': {
    summary: 'Opens the link of an invitation, or one by mail in place of a code, once, as far as the second factor',
    group: 'Sign-in',
    access: 'public',
    body: z.object({
      token: z.string().max(200),
      /** For the link that a new shop prints: whose it is (`invalid_input` at `email` without them). */
      email: address.optional(),
      name: text({ max: 80 }).optional(),
    }),
    status: 200,
    response: z.object({
      email: z.string(),
      name: z.string(),
      role,
      /** True after a sign-in link by mail: the second factor is there, and is asked for. */
      enrolled: z.boolean(),
    }),
    refusals: ['invalid_link', 'foreign_origin', 'already_staff', 'too_many_requests'],
  },
  'POST /login': {
    summary:
      'Sends a code by mail, or a link once strangers asked too often, if somebody of the staff signs in with this address',
    group: 'Sign-in',
    access: 'public',
    body: z.object({ email: address }),
    status: 202,
    response: z.object({ message: z.string() }),
    refusals: ['too_many_requests', 'foreign_origin'],
  },
  'POST /verify': {
    summary: 'Takes the code by mail: a half sign-in, which needs a second factor',
    group: 'Sign-in',
    access: 'public',
    body: z.object({ email: address, otp }),
    status: 200,
    response: z.object({ factors: z.array(factor), enrolled: z.boolean() }),
    refusals: ['wrong_code', 'too_many_requests', 'foreign_origin'],
  },
  'POST /totp/enrol': {
    summary: 'Begins with a new authenticator: its address for a QR code, and its secret',
    group: 'Sign-in',
    access: 'half-staff',
    status: 200,
    response: z.object({
      uri: z.string(),
      secret: z.string(),
      /** The address as a QR code, an SVG image. */
      qr: z.string(),
    }),
    refusals: ['foreign_origin', 'sign_in_again'],
  },
  'POST /totp': {
    summary:
      'Takes an authenticator’s code or a spare code: signs in, renews the second factor, or adds the new authenticator',
    group: 'Sign-in',
    access: 'half-staff',
    body: z.object({ code: z.union([z.string().max(60), z.number()]).transform(String) }),
    status: 200,
    response: confirmed,
    refusals: ['wrong_code', 'too_many_requests', 'foreign_origin', 'no_factor', 'sign_in_again'],
  },
  'POST /passkeys/options': {
    summary: 'Begins with a new passkey',
    group: 'Sign-in',
    access: 'half-staff',
    status: 200,
    response: z.looseObject({ challenge: z.string() }),
    refusals: ['foreign_origin', 'sign_in_again'],
  },
  'POST /passkeys': {
    summary: 'Adds a passkey; the first one signs in',
    group: 'Sign-in',
    access: 'half-staff',
    body: webAuthn,
    status: 200,
    response: confirmed,
    refusals: ['wrong_code', 'foreign_origin', 'sign_in_again'],
  },
  'POST /passkeys/login/options': {
    summary: 'Begins a sign-in by passkey',
    group: 'Sign-in',
    access: 'public',
    status: 200,
    response: z.looseObject({ challenge: z.string() }),
    refusals: ['too_many_requests', 'foreign_origin'],
  },
  'POST /passkeys/login': {
    summary: 'Signs in by passkey, or renews the second factor',
    group: 'Sign-in',
    access: 'public',
    body: webAuthn,
    status: 200,
    response: z.object({ staff }),
    refusals: ['wrong_code', 'foreign_origin', 'too_many_requests'],
  },
  'GET /session': {
    summary: 'Who is signed in',
    group: 'Sign-in',
    access: 'staff',
    status: 200,
    response: z.object({ staff }),
    refusals: ['second_factor_needed'],
  },
  'DELETE /session': {
    summary: 'Signs out',
    group: 'Sign-in',
    access: 'half-staff',
    status: 204,
    response: null,
    refusals: ['foreign_origin'],
  },
  'GET /sessions': {
    summary: 'Where one is signed in',
    group: 'Sign-in',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(session) }),
    refusals: ['second_factor_needed'],
  },
  'DELETE /sessions/{id}': {
    summary: 'Signs out elsewhere',
    group: 'Sign-in',
    access: 'staff',
    params: ids,
    status: 204,
    response: null,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
  },
  'GET /staff': {
    summary: 'Who is let in, with the invited',
    group: 'Staff',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(listed), next: z.null() }),
    refusals: ['second_factor_needed'],
  },
  'POST /staff': {
    summary: 'Invites somebody: the link lets them in once, within 48 hours',
    group: 'Staff',
    access: 'staff',
    isSensitive: true,
    body: z.object({ email: address, role, name: text({ max: 80, required: 'Please enter a name.' }).optional() }),
    status: 201,
    response: link.extend({ id: z.string() }),
    refusals: ['second_factor_needed', 'foreign_origin', 'already_staff'],
    idempotent: true,
  },
  'PATCH /staff/{id}': {
    summary: 'Changes somebody’s role',
    group: 'Staff',
    access: 'staff',
    isSensitive: true,
    params: ids,
    body: z.object({ role }),
    status: 200,
    response: z.object({ staff, undo: z.string().nullable() }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'last_owner'],
    idempotent: true,
  },
  'DELETE /staff/{id}': {
    summary: 'Ends somebody’s access, at once',
    group: 'Staff',
    access: 'staff',
    isSensitive: true,
    params: ids,
    status: 204,
    response: null,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'last_owner'],
  },
  'POST /staff/{id}/reset': {
    summary: 'For a lost phone: ends somebody’s sessions, second factors and keys, and makes a new link',
    group: 'Staff',
    access: 'staff',
    isSensitive: true,
    params: ids,
    status: 200,
    response: link,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'last_owner'],
    idempotent: true,
  },
})

/** One's own second factors. */
export const factorsContract = defineContract({
  'GET /factors': {
    summary: 'What one confirms with, and how many spare codes are left',
    group: 'Sign-in',
    access: 'staff',
    status: 200,
    response: z.object({ items: z.array(ownFactor), spareCodes: z.int() }),
    refusals: ['second_factor_needed'],
  },
  'DELETE /factors/{id}': {
    summary: 'Removes one, but never the last, and ends one’s other sessions',
    group: 'Sign-in',
    access: 'staff',
    isSensitive: true,
    params: z.object({ id: z.string().max(1024) }),
    status: 204,
    response: null,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'last_factor'],
  },
  'POST /spare-codes': {
    summary: 'Ten new spare codes, shown once, in place of the ones before',
    group: 'Sign-in',
    access: 'staff',
    isSensitive: true,
    status: 200,
    response: z.object({ spareCodes: z.array(z.string()) }),
    refusals: ['second_factor_needed', 'foreign_origin'],
    idempotent: true,
  },
})
