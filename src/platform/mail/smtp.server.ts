import { createTransport } from 'nodemailer'
import { MailDeferred, MailRefused, type MailTransport, type OutgoingMail } from './transport.server.ts'

/** Every wait ends well before the outbox's lease does (outbox-table.server.ts). */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }

/**
 * Sends over SMTP (`smtp://` with STARTTLS where it is offered, `smtps://`), over a small pool of connections.
 * `from` is a full address with a name; its domain is the Message-ID's.
 */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxRequeues: 1,
    idleTimeout: 30_000,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s<>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail) {
      try {
        await smtp.sendMail(messageOf(mail, from, domain))
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(error.message)
        throw isDeferral(error) ? new MailDeferred(error.message) : error
      }
    },
    async check() {
      await smtp.verify()
    },
    async close() {
      smtp.close()
    },
  }
}

function messageOf(mail: OutgoingMail, from: string, domain: string) {
  return {
    messageId: `<${mail.id}@${domain}>`,
    from,
    // An object, so that no character of the address can make a list of it.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    date: mail.date,
    // RFC 3834: no holiday notes in answer to a code.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** A 5xx to the recipient or to the text concerns this mail; to anything earlier it concerns the server's set-up. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const permanent = 'permanent' in error && error.permanent === true
  return (permanent && isAboutMail(error)) || (error.code === 'EENVELOPE' && !('responseCode' in error))
}

/** A 4xx to the same; 421 says that the server closes, whatever it is an answer to (RFC 5321 3.8). */
function isDeferral(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !isAboutMail(error)) return false
  const code = Number(error.responseCode)
  return code >= 400 && code < 500 && code !== 421
}

function isAboutMail(error: Error): boolean {
  return 'command' in error && (error.command === 'RCPT TO' || error.command === 'DATA')
}
