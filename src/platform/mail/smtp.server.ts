import { createTransport } from 'nodemailer'
import { isLoopback } from '../config.server.ts'
import { MailRejected, type MailSender, type MailTransport, type OutgoingMail } from './transport.server.ts'

/** Shorter than the outbox's lease (outbox-table.server.ts). */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }

/**
 * Sends over SMTP (`smtps://`, or `smtp://` with STARTTLS) through a small pool of connections. TLS is required except
 * on this machine; an operator can turn that off with `?requireTLS=false` in the URL.
 * The Message-ID uses the domain of the sender's address.
 */
export function createSmtpTransport({ url, from }: { url: string; from: MailSender }): MailTransport {
  const smtp = createTransport({
    url,
    requireTLS: !isLoopback(url),
    pool: true,
    maxConnections: 5,
    maxRequeues: 1,
    idleTimeout: 30_000,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const sender = await from()
      try {
        await smtp.sendMail(messageOf(mail, sender))
      } catch (error) {
        const kind = rejectionKindOf(error)
        throw kind && error instanceof Error ? new MailRejected(kind, error.message) : error
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

function messageOf(mail: OutgoingMail, from: Awaited<ReturnType<MailSender>>) {
  return {
    messageId: `<${mail.id}@${from.address.split('@')[1] ?? 'localhost'}>`,
    from,
    // An object, so a comma in the address can't turn it into a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    date: mail.date,
    attachments: [...mail.attachments],
    // RFC 3834: no out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
  }
}

/**
 * A 4xx or 5xx reply to RCPT TO or DATA rejects this mail. Anything else is a failure of the server (null), as are 421,
 * which closes the connection, and 503, which is about the session (RFC 5321).
 */
function rejectionKindOf(error: unknown): MailRejected['kind'] | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  if (!('responseCode' in error)) return error.code === 'EENVELOPE' ? 'permanent' : null
  const status = Number(error.responseCode)
  const isAboutMail = 'command' in error && (error.command === 'RCPT TO' || error.command === 'DATA')
  if (!isAboutMail || status < 400 || status === 421 || status === 503) return null
  return status >= 500 ? 'permanent' : 'temporary'
}
