import type { MailFile } from './mail.ts'

/** A mail as a transport sends it: complete, with the same Message-ID on every attempt. */
export interface OutgoingMail {
  /** The local part of the Message-ID. */
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  headers: Readonly<Record<string, string>>
  attachments: readonly MailFile[]
  date: Date
}

/** The sender of a mail, read for each mail because the owner may rename the shop. */
export type MailSender = () => Promise<{ name: string; address: string }>

export interface MailTransport {
  /**
   * Resolves once the mail server has accepted the mail.
   * @throws {MailRejected} if the server rejects this mail
   * @throws {Error} any other if the server itself fails
   */
  send(mail: OutgoingMail): Promise<void>
  /** Throws a one-sentence error if no mail can be sent (`shop doctor`). */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * The mail server rejected this mail, but may accept others. `permanent`: a 5xx reply to its recipient or text (no such
 * mailbox); `temporary`: a 4xx reply (a full mailbox, greylisting).
 */
export class MailRejected extends Error {
  override readonly name = 'MailRejected'
  readonly kind: 'permanent' | 'temporary'

  constructor(kind: 'permanent' | 'temporary', message: string) {
    super(message)
    this.kind = kind
  }
}
