import type { JSONColumnType } from 'kysely'
import type { CreditNoteDocument, InvoiceDocument } from './rules.ts'

interface Numbered {
  order_id: string
  number: string
  /** The financial year, as 2026-27. */
  year: string
  /** The position in the year's series, from 1 without a gap. */
  position: number
  issued_at: Date
}

export interface InvoicesTables {
  document_counters: { series: 'invoice' | 'credit_note' | 'debit_note'; year: string; last: number }
  invoices: Numbered & { document: JSONColumnType<InvoiceDocument, string, never> }
  credit_notes: Numbered & {
    /** Or its exchange, for store credit in place of what staff took for a replacement. */
    refund_id: string
    /** The exchange whose debit note it takes back, or null if it's against the invoice. */
    exchange_id: string | null
    document: JSONColumnType<CreditNoteDocument, string, never>
  }
  debit_notes: Numbered & { exchange_id: string; document: JSONColumnType<InvoiceDocument, string, never> }
}

declare module '../tables.server.ts' {
  interface Tables extends InvoicesTables {}
}
