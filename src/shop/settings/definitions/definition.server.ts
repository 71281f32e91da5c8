import type { z } from 'zod'

/** Who gets a setting: every page, only the page whose call or file has it, or only staff. */
export type Audience = 'page' | 'call' | 'staff'

/** A setting. */
export interface Definition<T, A extends Audience = Audience> {
  audience: A
  schema: z.ZodType<T>
  /** The demonstration's. Money is in rupees. */
  default: T
  /** What it does, in which unit, with an example: one or two sentences for the owner. */
  help: string
  /** More of it for whoever types commands: which command sets it, which page of the manual is about it. */
  commandHelp?: string
  /** True if the default identifies the demonstration, so a real shop must replace it before it opens. */
  isIdentity?: true
  /** A new shop's value unless its owner sets another, so that nothing of the demonstration is left. */
  own?(shop: NewShop): T
  /**
   * What is wrong with a new value, as the end of a sentence, or null. Unlike the schema's rules this one may become
   * stricter: values that are stored already stay.
   */
  problemOf?(value: T): string | null
}

/** What is known of a new shop. */
export interface NewShop {
  'shop.name': string
  'shop.legalName': string
  'shop.address': string
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
