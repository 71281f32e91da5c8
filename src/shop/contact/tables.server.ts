import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | undefined, Date>

export interface ContactTables {
  contact_messages: {
    id: string
    first_name: string
    last_name: string
    email: string
    phone: string
    message: string
    created_at: Timestamp
  }
  subscribers: {
    email: string
    token: string
    created_at: Timestamp
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}
