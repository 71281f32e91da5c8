import type { QueryExecutorProvider } from 'kysely'

/** A mail to one person. Texts may contain any characters. Line breaks in the subject become spaces. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** An expired mail isn't sent (a login code). */
  expiresAt?: Date
  /** Further headers, such as Reply-To and List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /** References of the files to attach, which are created when the mail is sent (`MailFiles`). */
  files?: readonly string[]
  /** Also deletes the subject once the mail is sent. Bodies are always deleted. */
  secret?: boolean
  /**
   * The secret of the link with which the recipient confirms something. A mail that asks the same as one of the last ten minutes
   * isn't added, since strangers can ask for it, too; the caller's transaction has locked the secret's row.
   */
  question?: string
}

/** A mail's attachment. */
export interface MailFile {
  filename: string
  contentType: string
  content: Buffer
}

/** Creates the file of a reference; null if it no longer exists. The mail is then sent without it. */
export type MailFiles = (reference: string) => Promise<MailFile | null>

/** The queue of mails to send: at least once, in the background, by any instance of the shop. */
export interface Outbox {
  /** Adds a mail in the caller's transaction. It's sent if and only if that commits. */
  enqueue(tx: QueryExecutorProvider, mail: Mail): Promise<void>
  /** Starts sending at once instead of at the next poll; called after the commit. Never throws. */
  wake(): void
}
