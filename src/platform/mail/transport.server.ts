/** A mail as a transport takes it: complete, and bearing the same Message-ID however often it is tried. */
export interface OutgoingMail {
  /** The local part of the Message-ID. */
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  date: Date
}

/** Takes a mail off the shop's hands, or says why not. */
export interface MailTransport {
  /**
   * Resolves once the mail is taken.
   * @throws {MailRefused} where this mailbox will never take it
   * @throws {MailDeferred} where this mailbox does not take it now
   * @throws {Error} any other where the mail server itself could not be asked
   */
  send(mail: OutgoingMail): Promise<void>
  /** Throws in one sentence when mail cannot go out (`shop doctor`). */
  check(): Promise<void>
  close(): Promise<void>
}

/** The mail server said no to this mail for good (an SMTP answer of 5xx to its recipient): other mails may pass. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The mail server said no to this mail for now (4xx: a full mailbox, a grey list): other mails may pass. */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
}
