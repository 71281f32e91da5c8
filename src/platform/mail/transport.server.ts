/** A mail as a transport sends it: complete, with the same Message-ID on every attempt. */
export interface OutgoingMail {
  /** The local part of the Message-ID. */
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  date: Date
}

export interface MailTransport {
  /**
   * Resolves once the mail is accepted.
   * @throws {MailRejected} where this mailbox does not accept it
   * @throws {Error} any other where the mail server itself failed
   */
  send(mail: OutgoingMail): Promise<void>
  /** Throws in one sentence when mail cannot go out (`shop doctor`). */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * The mail server rejected this mail, and may accept others. `refused`: for good (5xx to its recipient or text);
 * `deferred`: for now (4xx: a full mailbox, a grey list).
 */
export class MailRejected extends Error {
  override readonly name = 'MailRejected'
  readonly kind: 'refused' | 'deferred'

  constructor(kind: 'refused' | 'deferred', message: string) {
    super(message)
    this.kind = kind
  }
}
