import type { ColumnType, Generated } from 'kysely'

export interface AddressesTables {
  addresses: {
    id: string
    customer_id: string
    first_name: Generated<string>
    last_name: Generated<string>
    phone_number: Generated<string>
    email: Generated<string>
    street_address: Generated<string>
    country: Generated<'India' | 'USA'>
    town_city: Generated<string>
    state: Generated<string>
    zip_code: Generated<string>
    gstin: Generated<string>
    is_default: Generated<boolean>
    created_at: ColumnType<Date, Date | undefined, Date>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends AddressesTables {}
}
