import type { z } from 'zod'

/** Who is sent a setting: every page, only the page whose call or file has it, or nobody but staff. */
export type Audience = 'page' | 'call' | 'staff'

/** A setting. */
export interface Definition<T, A extends Audience = Audience> {
  audience: A
  schema: z.ZodType<T>
  /** The demonstration's. Money is in rupees. */
  default: T
  /** What it does, in which unit, with an example: one or two sentences for the owner. */
  help: string
  /** The default says who the demonstration is, so a real shop replaces it before it opens. */
  isIdentity?: true
  /** What a new shop has where its owner has said nothing, so that nothing of the demonstration is left. */
  own?(shop: NewShop): T
}

/** What is known of a new shop. */
export interface NewShop {
  'shop.name': string
  'shop.legalName': string
  'shop.city': string
  'shop.email': string
  'shop.phone': string
  'order.delivery': number
  'exchange.days': number
}

/** The type of the value is the schema's. */
type Given<T> = Omit<Definition<T>, 'audience' | 'default'> & { default: NoInfer<T> }

export const page = <T>(given: Given<T>): Definition<T, 'page'> => ({ ...given, audience: 'page' })
export const call = <T>(given: Given<T>): Definition<T, 'call'> => ({ ...given, audience: 'call' })
export const staff = <T>(given: Given<T>): Definition<T, 'staff'> => ({ ...given, audience: 'staff' })
