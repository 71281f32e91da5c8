import type { QueryExecutorProvider } from 'kysely'

/** A mail to one person. Texts may hold any characters; line breaks in the subject become spaces. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** After this moment the mail makes no sense any more and is not sent (a login code). */
  expiresAt?: Date
  /** The subject is wiped too once the mail is done with. Bodies always are. */
  secret?: boolean
}

/** Where the shop's mail waits. Sent at least once, in the background, by any instance of the shop. */
export interface Outbox {
  /** Puts a mail down in the caller's transaction (or database): it is sent if, and only if, that commits. */
  enqueue(tx: QueryExecutorProvider, mail: Mail): Promise<void>
  /** Says that mail may have come; called after the commit. Never waits, never throws. */
  kick(): void
}
