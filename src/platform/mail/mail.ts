import type { QueryExecutorProvider } from 'kysely'

/** A mail to one person. Texts may hold any characters; line breaks in the subject become spaces. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** A mail that has expired is not sent (a login code). */
  expiresAt?: Date
  /** Further headers, such as Reply-To and List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /** References of the files to attach, which are created when the mail is sent (`MailFiles`). */
  files?: readonly string[]
  /** Deletes the subject too once the mail is sent; bodies are always deleted. */
  secret?: boolean
}

/** A file that goes with a mail. */
export interface MailFile {
  filename: string
  contentType: string
  content: Buffer
}

/** Creates the file of a reference; null where there is none any more: then the mail is sent without it. */
export type MailFiles = (reference: string) => Promise<MailFile | null>

/** The queue of mails to send: at least once, in the background, by any instance of the shop. */
export interface Outbox {
  /** Adds a mail in the caller's transaction: it is sent if, and only if, that commits. */
  enqueue(tx: QueryExecutorProvider, mail: Mail): Promise<void>
  /** Starts sending at once instead of at the next poll; called after the commit. Never throws. */
  wake(): void
}
