import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | undefined, Date>

export interface AccountsTables {
  customers: {
    id: string
    /** Canonical. Null for the authors of demonstration reviews and for forgotten customers, who can't sign in. */
    email: string | null
    name: string
    created_at: Timestamp
  }
  /** Customers to forget as soon as their orders allow. */
  forget_requests: { customer_id: string; requested_at: Timestamp }
  registrations: { email: string; name: string; created_at: Timestamp }
  login_codes: {
    id: Generated<number>
    email: string
    kind: 'code' | 'link'
    salt: Buffer
    digest: Buffer
    name: string | null
    tries: Generated<number>
    expires_at: ColumnType<Date, Date, Date>
    consumed_at: ColumnType<Date | null, Date | null | undefined, Date>
  }
  login_failures: { email: string; in_a_row: number; last_at: Timestamp }
  sessions: {
    digest: Buffer
    customer_id: string
    created_at: Timestamp
    last_seen_at: Timestamp
    device_id: ColumnType<string | null, string | null | undefined, string | null>
  }
  email_changes: {
    customer_id: string
    email: string
    salt: Buffer
    old_digest: Buffer
    new_digest: Buffer
    tries: number
    expires_at: Timestamp
  }
  devices: {
    id: string
    customer_id: string
    digest: Buffer
    previous_digest: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    name: string
    created_at: Timestamp
    rotated_at: Timestamp
  }
}

declare module '../tables.server.ts' {
  interface Tables extends AccountsTables {}
}
