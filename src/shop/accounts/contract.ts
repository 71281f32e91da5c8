import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { email } from '#platform/mail/address-field.server.ts'
import { CODE_REQUIRED, EMAIL_INVALID, EMAIL_REQUIRED, LINK_INVALID, NAME_REQUIRED } from './messages.ts'

const ownEmail = email(EMAIL_REQUIRED, EMAIL_INVALID)

/** The number of SPEC 7, or the same six digits as a string; the handler gets the string. */
const otp = z
  .union(
    [
      z.int({ error: CODE_REQUIRED }).min(100_000, CODE_REQUIRED).max(999_999, CODE_REQUIRED),
      z.string().regex(/^[0-9]{6}$/, CODE_REQUIRED),
    ],
    { error: CODE_REQUIRED },
  )
  .transform(String)

const linkToken = z.object({ token: z.string({ error: LINK_INVALID }).max(200, LINK_INVALID) })

const codeSent = z.object({ success: z.literal(true), message: z.string(), data: z.object({ email: z.string() }) })

const user = z.object({ id: z.string(), name: z.string(), email: z.string() }).meta({ id: 'User' })

const signedIn = z.object({ message: z.string(), token: z.string(), data: user })

const changed = z.object({ success: z.literal(true), message: z.string(), data: user })

const device = z
  .object({
    _id: z.string(),
    /** Browser and system: "Chrome on Android". */
    name: z.string(),
    since: z.iso.datetime(),
    lastUsed: z.iso.datetime(),
    /** The call comes from this device. */
    current: z.boolean(),
  })
  .meta({ id: 'Device' })

export type Device = z.output<typeof device>

export const accountsContract = defineContract({
  'POST /user/register': {
    summary: 'Registers a mail address and sends it a login code',
    group: 'Accounts',
    access: 'public',
    body: z.object({ email: ownEmail, name: text({ max: 80, required: NAME_REQUIRED }) }),
    status: 201,
    response: codeSent,
    refusals: ['too_many_requests'],
  },
  'POST /user/login': {
    summary: 'Sends a login code to a mail address',
    group: 'Accounts',
    access: 'public',
    body: z.object({ email: ownEmail }),
    status: 200,
    response: codeSent,
    refusals: ['too_many_requests'],
  },
  'POST /user/verifyOtp': {
    summary: 'Exchanges a login code for a bearer token; 401 for a wrong, old or used one',
    group: 'Accounts',
    access: 'public',
    body: z.object({ email: ownEmail, otp }),
    status: 200,
    response: signedIn,
    refusals: ['wrong_code', 'too_many_requests'],
  },
  'POST /user/verifyLink': {
    summary: 'Exchanges the link that is sent after too many requests or wrong codes for a bearer token',
    group: 'Accounts',
    access: 'public',
    body: linkToken,
    status: 200,
    response: signedIn,
    refusals: ['invalid_link'],
  },
  'POST /user/linkOwner': {
    summary: 'The masked e-mail address of the account that a sign-in link opens; the link isn’t consumed',
    group: 'Accounts',
    access: 'public',
    body: linkToken,
    status: 200,
    response: z.object({ email: z.string() }),
    refusals: ['invalid_link'],
  },
  'GET /user/my-data/{userId}': {
    summary: 'Everything the shop stores about the customer',
    group: 'Accounts',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.looseObject({}).meta({ description: 'Account, addresses, orders, messages and all else, by name.' }),
    refusals: ['not_found'],
  },
  'POST /user/delete-account': {
    summary: 'Deletes the account and personal data; refused while an order is in progress',
    group: 'Accounts',
    access: 'customer',
    body: z.object({ userId: id, email: ownEmail }),
    status: 204,
    response: null,
    refusals: ['not_found', 'order_under_way', 'email_mismatch'],
  },
  'PUT /user/name': {
    summary: 'Changes the customer’s name',
    group: 'Accounts',
    access: 'customer',
    body: z.object({ userId: id, name: text({ max: 80, required: NAME_REQUIRED }) }),
    status: 200,
    response: changed,
  },
  'POST /user/changeEmail': {
    summary:
      'Sends a code to the customer’s address and another to the new one; the response is the same if the new one has an account',
    group: 'Accounts',
    access: 'customer',
    body: z.object({ userId: id, email: ownEmail }),
    status: 202,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: ['email_unchanged', 'too_many_requests'],
  },
  'POST /user/confirmEmail': {
    summary: 'Changes the address by both codes, and signs the customer out everywhere else',
    group: 'Accounts',
    access: 'customer',
    body: z.object({ userId: id, oldCode: otp, newCode: otp }),
    status: 200,
    response: changed,
    refusals: ['wrong_codes'],
  },
  'POST /user/keepSignedIn': {
    summary: 'Keeps the caller’s device signed in: sets a refresh token as a cookie; at most 10 minutes after a login',
    group: 'Accounts',
    access: 'customer',
    body: z.object({ userId: id }),
    status: 204,
    response: null,
    refusals: ['sign_in_again'],
  },
  'POST /user/refreshSession': {
    summary: 'Exchanges the refresh token in the cookie for a bearer token and the next refresh token',
    group: 'Accounts',
    access: 'public',
    status: 200,
    response: signedIn,
    refusals: ['not_logged_in'],
  },
  'POST /user/forgetDevice': {
    summary: 'Signs out the refresh token’s device and deletes the cookie; needs no session',
    group: 'Accounts',
    access: 'public',
    status: 204,
    response: null,
  },
  'GET /user/devices/{userId}': {
    summary: 'The devices that stay signed in',
    group: 'Accounts',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ devices: z.array(device) }),
  },
  'DELETE /user/device': {
    summary: 'Signs out a device and ends its sessions',
    group: 'Accounts',
    access: 'customer',
    body: z.object({ userId: id, deviceId: id }),
    status: 204,
    response: null,
    refusals: ['not_found'],
  },
  'DELETE /user/devices/{userId}': {
    summary: 'Signs out all the customer’s other sessions and devices',
    group: 'Accounts',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 204,
    response: null,
  },
  'POST /user/logout': {
    summary: 'Ends the session of the bearer token',
    group: 'Accounts',
    access: 'customer',
    status: 204,
    response: null,
  },
})
