import type { Settings } from './settings/rules.ts'

/** Who sends a mail: the shop, and the origin of its links and pictures. */
export interface Sender {
  settings: Settings
  publicUrl: string
}

export interface MailLink {
  href: string
  label: string
}

/** A product in a mail. */
export interface MailPiece {
  name: string
  /** Its colour and size, such as "Black, L". */
  variant: string
  /** How many of it; 0 if it's not about a number of them. */
  count: number
  /** The price of one in rupees, or null if it isn't about money. */
  price: number | null
  /** A line about it, or empty. */
  note: string
  /** What it's exchanged for, such as "L → XL", or empty. */
  change: string
  /** The product's page, or null. */
  href: string | null
  /** A picture of 4:5 on the shop's own origin, or null. */
  picture: string | null
  /** The picture's background as #rrggbb, shown until it is loaded. */
  tone: string | null
}

/** A step of an order. `reached`: with the day on which it was, if that is known. */
export interface MailStep {
  label: string
  detail: string | null
  reached: boolean
}

/** A sum, aligned right; the total is bold. */
export interface MailSum {
  label: string
  amount: string
  isTotal?: boolean
}

/** A part of an email. A text is a paragraph, `button` its one button, `links` are less prominent. */
export type EmailPart =
  | string
  | { heading: string }
  | { code: string }
  /** What the reader wrote. */
  | { quote: string }
  | { button: MailLink }
  | { links: readonly MailLink[] }
  | { rows: readonly [string, string][] }
  | { pieces: readonly MailPiece[] }
  | { sums: readonly MailSum[] }
  | { steps: readonly MailStep[] }
  /** The same content as text and as HTML, which isn't escaped again. */
  | { text: string; html: string }
