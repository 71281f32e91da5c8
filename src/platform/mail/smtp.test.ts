import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSmtpTransport } from './smtp.server.ts'
import { MailRejected, type MailTransport } from './transport.server.ts'

let server: SMTPServer
let transport: MailTransport
let port: number
let logins: number
let received: { recipients: string[]; mail: Email }[]

/** Rejects mail to `full@` temporarily and mail to `gone@` permanently, and accepts all other mail. */
beforeEach(async () => {
  received = []
  logins = 0
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth(_auth, _session, done) {
      logins += 1
      done(null, { user: 'user' })
    },
    onRcptTo({ address }, _session, done) {
      const code = address.startsWith('full@') ? 451 : address.startsWith('gone@') ? 550 : null
      done(code ? Object.assign(new Error('not here'), { responseCode: code }) : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(parts))
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe cast: the server listens on a port of the network, not on a pipe.
  port = (server.server.address() as AddressInfo).port
  transport = createSmtpTransport({
    url: `smtp://127.0.0.1:${port}`,
    from: async () => ({ name: 'Fourth Seat', address: 'shop@shop.example' }),
  })
})
afterEach(async () => {
  await transport.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const mail = (to: string) => ({
  id: 'AbC_123-xyz',
  to,
  subject: 'Café ₹ and a very long subject that has to be folded over more than one line of the header',
  text: 'Hello\n\n424242\n',
  html: '<p>424242</p>',
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  date: new Date('2026-01-02T03:04:05Z'),
  attachments: [{ filename: 'note.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
})

test('sends text and HTML, under the Message-ID of the outbox', { tags: 'C2.5' }, async () => {
  await transport.check()
  await transport.send(mail('asha@example.test'))
  expect(received).toHaveLength(1)
  expect(received[0]?.recipients).toEqual(['asha@example.test'])
  const { messageId, from, subject, text, html, date, attachments } = received[0]?.mail ?? {}
  expect(attachments).toMatchObject([{ filename: 'note.pdf', mimeType: 'application/pdf' }])
  expect(messageId).toBe('<AbC_123-xyz@shop.example>')
  expect(from).toMatchObject({ name: 'Fourth Seat', address: 'shop@shop.example' })
  expect(subject).toBe(mail('').subject)
  expect(text).toContain('424242')
  expect(html).toContain('<p>424242</p>')
  expect(date).toBe('2026-01-02T03:04:05.000Z')
})

test('distinguishes permanent from temporary failures of a recipient', async () => {
  await expect(transport.send(mail('gone@example.test'))).rejects.toMatchObject({ kind: 'permanent' })
  await expect(transport.send(mail('full@example.test'))).rejects.toMatchObject({ kind: 'temporary' })
})

test('sends no mail and no password to another machine without TLS', async () => {
  // 0.0.0.0 reaches this machine without being its loopback name.
  const account = 'user:hunter2'
  const plain = createSmtpTransport({
    url: `smtp://${account}@0.0.0.0:${port}`,
    from: async () => ({ name: 'Shop', address: 'shop@shop.example' }),
  })
  await expect(plain.send(mail('asha@example.test'))).rejects.toThrow(/TLS/)
  await plain.close()
  expect(received).toEqual([])
  expect(logins).toBe(0)
})

test('sends to one recipient, whatever the address contains', async () => {
  await transport.send(mail('a@example.test, b@example.test')).catch(() => {})
  await transport.send(mail('a@example.test\r\nBcc: b@example.test')).catch(() => {})
  for (const { recipients } of received) expect(recipients).toHaveLength(1)
  expect(received.some(({ recipients }) => recipients.includes('b@example.test'))).toBe(false)
})

test('does not report an outage of the mail server as a rejected mail', async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await expect(transport.check()).rejects.toThrow()
  const failure = await transport.send(mail('asha@example.test')).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(MailRejected)
})
