import { sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import { invitationToken, openStaffBrowser } from '../../support/staff.ts'
import { until } from '../../support/until.ts'
import { formatCounts } from '../support/context.ts'
import { type Attack, isIn, textOf } from '../support/doors.ts'

const tokenOf = (link: unknown) => new URL(String(link)).hash.slice(1)

/** Links, tokens and keys. */
export const attacks: readonly Attack[] = [
  {
    finding: 'M5',
    tried: 'the key of an owner who left counts again once they’re invited again',
    before: '200',
    wanted: '401 not_logged_in',
    async run({ signIn, as, owner, host }) {
      const leaving = await signIn('owner')
      const scopes = ['orders:read']
      const made = await leaving.browser.call('POST', '/keys', {
        name: 'Program',
        scopes,
        until: indianDay(new Date()),
      })
      await as(owner, 'DELETE', `/staff/${leaving.id}`)
      await as(owner, 'POST', '/staff', { email: leaving.email, role: 'owner' })
      const headers = { authorization: `Bearer ${made.body.key}` }
      return textOf(await openStaffBrowser(host).call('GET', '/orders', undefined, headers))
    },
  },
  {
    finding: 'M7',
    tried: 'the mailbox of somebody invited signs in without the link',
    before: '202 and a code',
    wanted: '202, no mail',
    async run(doors) {
      const email = 'typo@elsewhere.test'
      await invitationToken(doors.host, email, 'owner')
      const { status } = await doors.stranger('198.51.100.60', '/login', { email })
      // A mail that was asked for later has arrived.
      const other = await doors.signIn('packer')
      await doors.stranger('198.51.100.61', '/login', { email: other.email })
      await until('the later mail arrives', 10_000, async () => doors.mailsTo(other.email).length > 0 || null)
      return `${status}, ${doors.mailsTo(email).length === 0 ? 'no mail' : 'a mail'}`
    },
  },
  {
    finding: 'L3',
    tried: 'an invitation’s token is read from the page’s path, which logs keep',
    before: '/admin/join/TOKEN',
    wanted: '/admin/join',
    async run({ owner }) {
      const { body } = await owner.browser.call('POST', '/staff', { email: 'path@shop.test', role: 'packer' })
      return new URL(String(body.link)).pathname
    },
  },
  {
    finding: 'L3',
    tried: 'an invitation’s token is read from the stored response',
    before: '201, found',
    wanted: '201, not found',
    async run({ owner, environment }) {
      const body = { email: 'stored@shop.test', role: 'packer' }
      const made = await owner.browser.call('POST', '/staff', body, { 'idempotency-key': newId() })
      const { rows } = await sql`select * from idempotency_keys`.execute(environment.db)
      return `${made.status}, ${isIn(rows, tokenOf(made.body.link)) ? 'found' : 'not found'}`
    },
  },
  {
    finding: 'L11',
    tried: 'changes from file:, an extension, https and another port of the shop’s host',
    before: '200 for file: and chrome-extension:',
    wanted: '4 × 403 foreign_origin',
    async run({ as, owner, origin }) {
      const { host, hostname } = new URL(origin)
      const foreign = [`file://${host}`, `chrome-extension://${host}`, `https://${host}`, `http://${hostname}:1`]
      const answers = []
      for (const from of foreign) answers.push(await as(owner, 'POST', '/presence', {}, { origin: from }))
      return formatCounts(answers)
    },
  },
  {
    finding: 'new',
    tried: 'a used invitation, a replaced one, and one with another letter',
    wanted: '3 × 401 invalid_link',
    async run({ host, as, owner, stranger }) {
      const used = await invitationToken(host, 'used@shop.test', 'packer')
      await stranger('198.51.100.70', '/join', { token: used })
      const replaced = await invitationToken(host, 'again@shop.test', 'packer')
      await as(owner, 'POST', '/staff', { email: 'again@shop.test', role: 'packer' })
      const other = await invitationToken(host, 'letter@shop.test', 'packer')
      const changed = `${other.slice(0, -2)}${other.at(-2) === 'A' ? 'B' : 'A'}${other.at(-1)}`
      const answers = []
      for (const token of [used, replaced, changed])
        answers.push(textOf(await stranger('198.51.100.71', '/join', { token })))
      return formatCounts(answers)
    },
  },
  {
    finding: 'new',
    tried: 'an invitation’s token signs a shopper in, confirms a newsletter, is a program’s key and a session',
    wanted: '401, 404, 401, 401',
    async run({ host }) {
      const token = await invitationToken(host, 'elsewhere@shop.test', 'owner')
      const json = { 'content-type': 'application/json' }
      const statuses = [
        await host.fetch('/api/user/verifyLink', { method: 'POST', headers: json, body: JSON.stringify({ token }) }),
        await host.fetch(`/newsletter/confirm?token=${token}`, { method: 'POST' }),
        await host.fetch('/api/admin/orders', { headers: { authorization: `Bearer ${token}` } }),
        await host.fetch('/api/admin/session', { headers: { cookie: `staff=${token}` } }),
      ].map(({ status }) => status)
      return statuses.join(', ')
    },
  },
  {
    finding: 'new',
    tried: 'one newsletter link, pressed after unsubscribing and after signing up again',
    wanted: '200, 404, 404',
    async run({ host, mailsTo }) {
      const email = 'reader@shop.test'
      const headers = { 'content-type': 'application/json' }
      const signUp = () =>
        host.fetch('/api/user/subscribe', { method: 'POST', headers, body: JSON.stringify({ email }) })
      const arrives = (count: number) =>
        until('the mail arrives', 10_000, async () =>
          mailsTo(email).length >= count ? mailsTo(email)[count - 1] : null,
        )
      await signUp()
      const { text } = await arrives(1)
      const [confirm = '', leave = ''] = (text.match(/\/newsletter\/\S+/g) ?? []).map((link) =>
        link.replace(/^https?:\/\/[^/]+/, ''),
      )
      const press = async (path: string) => (await host.fetch(path, { method: 'POST' })).status
      const left = await press(leave)
      const after = await press(confirm)
      await signUp()
      await arrives(2)
      return `${left}, ${after}, ${await press(confirm)}`
    },
  },
]
