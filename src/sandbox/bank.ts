import type { Store } from './database.server.ts'

/** The secrets a shop shares with its provider. */
export type BankKeys = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The secret before the last rotation; signs the events of `webhook_old_secret`. */
  oldWebhookSecret: string
}

/** What every part of the bank works with. */
export type Bank = {
  store: Store
  keys: BankKeys
  /** Milliseconds since 1970. */
  now: () => number
  /** Tells the worker that something new may be due. */
  wake: () => void
  /** Where signed events go at first; the control API can set another address. */
  webhookUrl: string
}
