/** Where an order was taken. */
export const DRAFT_SOURCES = ['phone', 'whatsapp', 'stall', 'other'] as const
export type DraftSource = (typeof DRAFT_SOURCES)[number]

/** `lapsed`: its stock is free again. Deleted ones are lapsed for whoever has the link. */
export const DRAFT_STATES = ['open', 'paid', 'lapsed'] as const
export type DraftState = (typeof DRAFT_STATES)[number]

export interface DraftCustomer {
  name: string
  email: string
  phone: string
}

/** A line as staff entered it. */
export interface StoredDraftLine {
  sku: string
  quantity: number
  /** In paise per piece: the catalogue's when it was entered, unless there's a reason. */
  price: number
  /** Why the price is another than the catalogue's, or null. */
  reason: string | null
}

/** How long stock is held unless staff say until when, and the longest. */
export const HOLD_HOURS = 24
export const MAX_HOLD_DAYS = 30
