import type { Kysely } from 'kysely'
import type { Contract } from '#platform/api/endpoint.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import type { Difference, Words } from './audit/difference.ts'
import type { PersonHooks } from './person.server.ts'
import type { Settings } from './settings/rules.ts'
import type { Shop, ShopJob } from './shop.server.ts'
import type { Tables } from './tables.server.ts'
import type { RefuseCall, UndoKinds } from './undo/undo.server.ts'

type Db = Kysely<Tables>

/** How the log calls and finds the records of a type, such as `order` of `order:ID`. */
export interface Subject {
  /** What people call them, by id. Without it they are called by their type and id. */
  names?(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]>
  /** A record by its name; by default its type and name. */
  text?(name: string, settings: Settings): string
  /** The id of a record that was written in another way, such as an order's number; null if there is none. */
  find?(db: Db, written: string): Promise<string | null>
  /** Its screen on the staff site, below `/admin`. */
  path?(id: string): string
  /** What its screens call its fields and their values. */
  words?: Words
  /** What a line about it changed, if that takes more than words for fields and values. */
  differences?(before: unknown, after: unknown): Difference[]
}

/** What of all features the log and the undo need. */
export interface AllFeatures {
  undo: UndoKinds
  /** Why somebody may not make a call now. */
  refuseCall: RefuseCall
  subjects: Readonly<Record<string, Subject>>
  /** The actions of the log in words. */
  actions: Readonly<Record<string, string>>
}

/** All that the shop takes from a feature. `features.server.ts` lists them, and everything else is derived from that list. */
export interface Feature<C extends Contract = Contract, S extends Contract = Contract> {
  /** The calls of shoppers. */
  contract?: C
  handlers?(shop: Shop): Handlers<C>
  /** The calls of the staff site. `staff/rights.ts` says who may make them. */
  staffContract?: S
  staffHandlers?(shop: Shop, all: AllFeatures): Handlers<S>
  /** How its kinds of change are taken back. */
  undo?: UndoKinds
  subjects?: AllFeatures['subjects']
  actions?: AllFeatures['actions']
  person?: PersonHooks
  jobs?: readonly ShopJob[]
}

type NoCalls = Record<never, never>

/** Checks a feature's handlers against its contracts, and keeps their types. */
export function defineFeature<C extends Contract = NoCalls, S extends Contract = NoCalls>(
  feature: Feature<C, S>,
): Feature<C, S> {
  return feature
}
