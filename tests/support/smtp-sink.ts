import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

export interface ReceivedMail {
  to: string
  /** The sender's name. */
  from: string
  subject: string
  text: string
  html: string
}

/** A mail server on loopback that stores its mails, so that journeys can read codes that were sent by SMTP. */
export interface SmtpSink {
  url: string
  mails: readonly ReceivedMail[]
  /** Waits up to a minute for a mail to an address whose subject or text matches; the newest if there are several. */
  waitFor(to: string, pattern?: RegExp): Promise<ReceivedMail>
  close(): Promise<void>
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { from, subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(chunks))
        for (const { address } of session.envelope.rcptTo)
          mails.push({ to: address.toLowerCase(), from: from?.name ?? '', subject, text, html })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitFor: (to, pattern = /./) =>
      until(`a mail for ${to} that matches ${pattern}`, 60_000, () =>
        mails.findLast(
          (mail) => mail.to === to.toLowerCase() && (pattern.test(mail.subject) || pattern.test(mail.text)),
        ),
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The six-digit code in a mail's text. */
export function codeIn(mail: ReceivedMail): string {
  const code = /\b[1-9]\d{5}\b/.exec(mail.text)?.[0]
  if (!code) throw new Error(`No code in the mail "${mail.subject}".`)
  return code
}
