import type { ColumnType } from 'kysely'

type FixedColumn<T> = ColumnType<T, T, never>

export interface RelatedTables {
  bought_together: { product_id: FixedColumn<string>; other_id: FixedColumn<string>; orders: number }
  goes_with: { product_id: FixedColumn<string>; other_id: FixedColumn<string>; position: FixedColumn<number> }
}

declare module '../tables.server.ts' {
  interface Tables extends RelatedTables {}
}
