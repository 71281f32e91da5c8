import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../support/processes.ts'
import type { FaultContext } from './context.ts'

export interface AcceptedMail {
  to: string
  subject: string
  text: string
  messageId: string
  /** When it was accepted, by `performance.now()`. */
  at: number
}

/**
 * How it handles mail:
 * - `normal`: accepts it;
 * - `hangs`: accepts the connection and never responds;
 * - `defers`: responds 451 to every recipient;
 * - `rejects`: responds 550 to every recipient;
 * - `drops`: reads the whole mail, and closes the connection without a response;
 * - `accepts and drops`: accepts the mail, and closes the connection right after.
 */
export type MailMode = 'normal' | 'hangs' | 'defers' | 'rejects' | 'drops' | 'accepts and drops'

/** A mail server that can be taken down and brought back on the same port. */
export interface MailServer {
  url: string
  /** In order of arrival. */
  mails: readonly AcceptedMail[]
  down(): Promise<void>
  up(): Promise<void>
  mode: MailMode
}

/** Starts one on a free port of loopback. */
export async function startMailServer(context: FaultContext): Promise<MailServer> {
  const port = await freePort()
  const mails: AcceptedMail[] = []
  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => (current.mode === 'hangs' ? undefined : done()),
      onMailFrom: (_address, _session, done) => (current.mode === 'hangs' ? undefined : done()),
      onRcptTo(_address, _session, done) {
        const responseCode = current.mode === 'defers' ? 451 : current.mode === 'rejects' ? 550 : null
        done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
      },
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', async () => {
          if (current.mode === 'drops') return hangUp()
          const { subject = '', text = '', messageId = '' } = await PostalMime.parse(Buffer.concat(parts))
          for (const { address } of session.envelope.rcptTo)
            mails.push({ to: address.toLowerCase(), subject, text, messageId, at: performance.now() })
          done()
          if (current.mode === 'accepts and drops') setImmediate(hangUp)
        })
      },
    })
  let server: SMTPServer | null = null
  const hangUp = () => {
    for (const connection of server?.connections ?? []) connection.close()
  }
  const current: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mode: 'normal',
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
  await current.up()
  context.defer(() => current.down())
  return current
}
