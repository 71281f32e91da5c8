import type { Kysely, Transaction } from 'kysely'
import type { Shop } from './shop.server.ts'
import type { Tables } from './tables.server.ts'

/** Somebody about whom the shop stores something: an e-mail address, in small letters, and its account, if it has one. */
export interface Person {
  email: string
  customer: string | null
}

/** An order that still needs the customer's data, and why, as the end of a sentence. */
export interface OpenBusiness {
  /** The order's number without its prefix. */
  number: number
  why: string
  /** When that ends by itself, if it's known. */
  until: Date | null
}

/** What erasing a person leaves to do or to tell. */
export interface Forgotten {
  /** Orders that are kept without the person. */
  orders?: number
  /** Photos whose rows are deleted, and whose files are to be deleted after the commit. */
  photos?: readonly string[]
}

/** What a feature stores of people. A table with a person in it that no `forget` changes fails a test (`features.api.test.ts`). */
export interface PersonHooks {
  /** True if it stores something about an address, whether or not that has an account. */
  isKnown?(db: Kysely<Tables>, email: string): Promise<boolean>
  /** Everything it stores of a person, by name. Secrets, such as digests of tokens and codes, are left out. */
  read?(shop: Pick<Shop, 'db' | 'photos'>, person: Person): Promise<Record<string, unknown>>
  /** The orders that still need a customer's data. In a transaction it locks all of the customer's orders. */
  needs?(db: Kysely<Tables>, customer: string): Promise<OpenBusiness[]>
  /** The cache tags of public responses that show a customer's name. */
  tags?(db: Kysely<Tables>, customer: string): Promise<string[]>
  /** Deletes all of that, or removes the person from what is kept by law. Later features are called first. */
  forget(tx: Transaction<Tables>, person: Person): Promise<Forgotten>
}
