import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../support/processes.ts'
import type { FaultContext } from './context.ts'

export interface TakenMail {
  to: string
  subject: string
  text: string
  messageId: string
}

/**
 * How it takes mail: as it should; connections are made and never formatCounts to; every mailbox says later, or never; the
 * whole mail is read and the connection closed without an answer, or right after the answer that it was taken.
 */
export type MailManner = 'well' | 'hangs' | 'says later' | 'says never' | 'drops' | 'takes and drops'

/** A mail server that can be taken down and brought back at the same address. */
export interface MailServer {
  url: string
  /** In the order in which they came. */
  mails: readonly TakenMail[]
  down(): Promise<void>
  up(): Promise<void>
  /** Called with each mail, before the server says that it took it. */
  onMail: ((mail: TakenMail) => void) | null
  manner: MailManner
}

/** Starts it. */
export async function startMailServer(context: FaultContext): Promise<MailServer> {
  const port = await freePort()
  const mails: TakenMail[] = []
  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => (taking.manner === 'hangs' ? undefined : done()),
      onMailFrom: (_address, _session, done) => (taking.manner === 'hangs' ? undefined : done()),
      onRcptTo(_address, _session, done) {
        const responseCode = taking.manner === 'says later' ? 451 : taking.manner === 'says never' ? 550 : null
        done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
      },
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', async () => {
          if (taking.manner === 'drops') return hangUp()
          const { subject = '', text = '', messageId = '' } = await PostalMime.parse(Buffer.concat(parts))
          for (const { address } of session.envelope.rcptTo) {
            const mail = { to: address.toLowerCase(), subject, text, messageId }
            mails.push(mail)
            taking.onMail?.(mail)
          }
          done()
          if (taking.manner === 'takes and drops') setImmediate(hangUp)
        })
      },
    })
  let server: SMTPServer | null = null
  const hangUp = () => {
    for (const connection of server?.connections ?? []) connection.close()
  }
  const taking: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onMail: null,
    manner: 'well',
    async up() {
      const next = make()
      next.on('error', () => {})
      await new Promise<void>((listening) => next.listen(port, '127.0.0.1', listening))
      server = next
    },
    async down() {
      const last = server
      server = null
      if (last) await new Promise<void>((closed) => last.close(() => closed()))
    },
  }
  await taking.up()
  context.defer(() => taking.down())
  return taking
}
