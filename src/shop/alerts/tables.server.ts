import type { ColumnType, Generated } from 'kysely'

export interface AlertsTables {
  alert_recipients: { email: string; token: string; price_drops: Generated<boolean>; created_at: Generated<Date> }
  stock_alerts: {
    id: Generated<number>
    email: string
    product_id: string
    color: string
    size: string
    token: string
    created_at: Generated<Date>
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    notified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends AlertsTables {}
}
