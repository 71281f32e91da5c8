import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailbox, type Mailbox } from './mailbox.server.ts'
import { createMailboxPage } from './mailbox-page.server.ts'

let folder: string
let mailbox: Mailbox

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mailbox-')), 'mail')
  mailbox = createMailbox({ folder, from: async () => ({ name: 'Fourth Seat', address: 'shop@localhost' }) })
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

const mail = (id: string, to: string, text: string) => ({
  id,
  to,
  subject: `Mail ${id}`,
  text,
  html: null,
  headers: {},
  date: new Date(),
  attachments: [{ filename: 'note.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
})

test('stores each mail as a file, and lists the newest first', async () => {
  for (const id of ['a', 'b', 'c'])
    await mailbox.send(mail(id, `${id === 'b' ? 'two' : 'one'}@example.test`, `text ${id}`))
  await writeFile(join(folder, '99999999999999-broken.json'), '{')
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect((await mailbox.list()).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect((await mailbox.list({ to: 'ONE@example.test ' })).map(({ text }) => text)).toEqual(['text c', 'text a'])
})

test('shows mails on a page without scripts, as inert text with links', { tags: 'C2.5' }, async () => {
  await mailbox.send(
    mail(
      'a',
      'one@example.test',
      'Hello <script>alert(1)</script>\n\n424242\n\nhttp://localhost:3000/newsletter/confirm?token=x',
    ),
  )
  await mailbox.send(mail('b', 'two@example.test', 'other'))
  const page = createMailboxPage({
    mailbox,
    shopName: () => 'Tee & Co',
    publicUrl: 'http://localhost:3000',
    allowSandbox: false,
  })
  const response = await page(new Request('http://localhost/dev/mailbox?to=one@example.test'))
  const html = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('424242')
  expect(html).toContain('<title>Development mailbox | Tee &amp; Co</title>')
  expect(html).toContain('<a href="http://localhost:3000/newsletter/confirm?token=x">')
  expect(html).not.toContain('other')
})

test('stores the files of a mail, and the page offers them for download', async () => {
  await mailbox.send(mail('a', 'one@example.test', 'with a file'))
  const page = createMailboxPage({
    mailbox,
    shopName: () => 'Tee & Co',
    publicUrl: 'http://localhost:3000',
    allowSandbox: false,
  })
  const html = await (await page(new Request('http://localhost/dev/mailbox'))).text()
  expect(html).toContain('<a download="note.pdf" href="/dev/mailbox?mail=a&amp;file=0">note.pdf</a>')
  const file = await page(new Request('http://localhost/dev/mailbox?mail=a&file=0'))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(await file.text()).toBe('%PDF')
  expect((await mailbox.list())[0]?.attachments).toEqual([{ filename: 'note.pdf', contentType: 'application/pdf' }])
  expect(await mailbox.file('a', 1)).toBeNull()
})

test('responds with JSON to a client that accepts it', async () => {
  await mailbox.send(mail('a', 'one@example.test', '424242'))
  const page = createMailboxPage({
    mailbox,
    shopName: () => 'Tee & Co',
    publicUrl: 'http://localhost:3000',
    allowSandbox: false,
  })
  const response = await page(new Request('http://localhost/dev/mailbox', { headers: { accept: 'application/json' } }))
  expect(await response.json()).toMatchObject({ mails: [{ to: 'one@example.test', text: '424242' }] })
})

test.each<[string, Record<string, string>, string | undefined, number]>([
  ['http://localhost:3000', { host: 'localhost:3000' }, '127.0.0.1', 200],
  ['http://localhost:3000', { host: '[::1]:3000' }, '::ffff:127.0.0.1', 200],
  ['http://localhost:3000', { host: 'evil.example' }, '127.0.0.1', 403],
  ['http://localhost:3000', { host: 'localhost:3000' }, '192.0.2.7', 403],
  ['http://localhost:3000', { host: 'localhost:3000', 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1', 403],
  ['http://192.168.1.5:3000', { host: '192.168.1.5:3000' }, '192.168.1.20', 200],
  ['http://192.168.1.5:3000', { host: '192.168.1.5:3000' }, '::ffff:127.0.0.1', 200],
  ['http://192.168.1.5:3000', { host: 'evil.example' }, '192.168.1.20', 403],
  ['http://192.168.1.5:3000', { host: '192.168.1.5:3000' }, '203.0.113.9', 403],
  ['http://192.168.1.5:3000', { host: '192.168.1.5:3000', 'x-forwarded-for': '192.168.1.20' }, '127.0.0.1', 403],
  ['http://mac.local:3000', { host: 'mac.local:3000', forwarded: 'for=10.0.0.2' }, '127.0.0.1', 403],
])('of a shop at %s it responds to %j from %s with %d', async (publicUrl, headers, peer, status) => {
  const page = createMailboxPage({ mailbox, shopName: () => 'Tee & Co', publicUrl, allowSandbox: false })
  expect((await page(new Request('http://x/dev/mailbox', { headers }), peer)).status).toBe(status)
})

test('a public mailbox needs ALLOW_SANDBOX, and then responds behind a proxy too', async () => {
  const statusOf = async (allowSandbox: boolean, host: string) => {
    const page = createMailboxPage({
      mailbox,
      shopName: () => 'Tee & Co',
      publicUrl: 'https://demo.example',
      allowSandbox,
    })
    const headers = { host, 'x-forwarded-for': '203.0.113.9' }
    return (await page(new Request('http://x/dev/mailbox', { headers }), '127.0.0.1')).status
  }
  expect(await statusOf(false, 'demo.example')).toBe(403)
  expect(await statusOf(true, 'demo.example')).toBe(200)
  expect(await statusOf(true, 'evil.example')).toBe(403)
})
