import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { plainCode } from '#platform/text/typed.ts'
import { plainGstin } from './gstin-rules.ts'
import { COUNTRY_INVALID, DEFAULT_INVALID, EMAIL_INVALID, PHONE_INVALID } from './messages.ts'
import { COUNTRIES, LENGTHS, PHONE } from './rules.ts'

export const phone = text({ max: LENGTHS.phone })
  .transform(plainCode)
  .refine((value) => PHONE.test(value), PHONE_INVALID)
/** Stored as typed: it's for the courier and doesn't sign anybody in. */
const email = text({ max: 254 }).refine((value) => value === '' || canonicalEmail(value) !== null, EMAIL_INVALID)

/** A business buyer's, whose check character the handler reads: 422 names the field. Empty: none. */
export const gstin = text({ max: 30 }).transform(plainGstin)

/** SPEC 5: address form fields carry no required rule. Other keys are dropped. */
export const addressFields = z.object({
  firstName: text({ max: LENGTHS.name }).optional(),
  lastName: text({ max: LENGTHS.name }).optional(),
  phoneNumber: phone.optional(),
  email: email.optional(),
  streetAddress: text({ max: LENGTHS.street, multiline: true }).optional(),
  country: z.enum(COUNTRIES, { error: COUNTRY_INVALID }).optional(),
  townCity: text({ max: LENGTHS.place }).optional(),
  state: text({ max: LENGTHS.place }).optional(),
  zipCode: text({ max: LENGTHS.zip }).transform(plainCode).optional(),
  gstin: gstin.optional(),
  isDefault: z.boolean({ error: DEFAULT_INVALID }).optional(),
})

export type AddressFields = z.output<typeof addressFields>

export const address = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string(),
    email: z.string(),
    streetAddress: z.string(),
    country: z.enum(COUNTRIES),
    townCity: z.string(),
    state: z.string(),
    zipCode: z.string(),
    gstin: z.string(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Address' })

export type Address = z.output<typeof address>

const saved = z.object({ success: z.literal(true), message: z.string(), address })

export const addressesContract = defineContract({
  'GET /user/getUserAddresses/{userId}': {
    summary: 'The addresses of a customer, oldest first; exactly one is the default',
    group: 'Addresses',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), addresses: z.array(address), message: z.string() }),
  },
  'POST /user/addAddress': {
    summary: 'Saves an address; the first one becomes the default',
    group: 'Addresses',
    access: 'customer',
    body: z.object({ userId: id, address: addressFields }),
    status: 200,
    response: saved,
    refusals: ['too_many_addresses', 'wrong_gstin'],
  },
  'POST /user/updateAddress': {
    summary: 'Changes the given fields of an address; `isDefault: true` makes it the default one',
    group: 'Addresses',
    access: 'customer',
    body: z.object({ userId: id, addressId: id, updatedDetails: addressFields }),
    status: 200,
    response: saved,
    refusals: ['not_found', 'wrong_gstin'],
  },
  'DELETE /user/deleteAddress': {
    summary: 'Deletes an address; if it was the default, the oldest remaining address becomes the default',
    group: 'Addresses',
    access: 'customer',
    body: z.object({ userId: id, addressId: id }),
    status: 200,
    response: z.object({ success: z.literal(true), message: z.string() }),
    refusals: ['not_found'],
  },
})
