import type { Generated, JSONColumnType } from 'kysely'
import type { OpeningHours } from './contract.ts'

export interface BranchesTables {
  branches: {
    id: string
    name: string
    address: string
    lat: number
    lng: number
    status: 'Open' | 'Closed'
    phone: string
    /** Free text, for stores without `opening`. */
    hours: string
    opening: JSONColumnType<OpeningHours[], string, string>
    /** A sentence beside the hours, such as why it's closed. */
    note: string
    hindi: JSONColumnType<{ note?: string | undefined; hours?: string | undefined }, string, string>
    position: number
    demonstration: Generated<boolean>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends BranchesTables {}
}
