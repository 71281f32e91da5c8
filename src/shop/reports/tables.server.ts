import type { ColumnType, Generated } from 'kysely'

/** What was sold on a day that is over, added up by product, size, colour, place. */
interface SalesFiguresTable {
  kind: string
  day: string
  key: string
  orders: number
  pieces: number
  cancelled: number
  goods_paise: ColumnType<string, number, number>
  delivery_paise: ColumnType<string, number, number>
  tax_paise: ColumnType<string, number, number>
  total_paise: ColumnType<string, number, number>
}

export interface ReportsTables {
  sales_figures: SalesFiguresTable
  sales_days: { day: string }
  sales_stale: { id: Generated<number>; day: string }
}

declare module '../tables.server.ts' {
  interface Tables extends ReportsTables {}
}
