import { openStaffBrowser } from '../../support/staff.ts'
import { until } from '../../support/until.ts'
import { formatCounts } from '../support/context.ts'
import { type Attack, type Doors, textOf } from '../support/doors.ts'

/** Asks for a code by mail and waits for it. */
async function codeFor({ environment, mailsTo, stranger }: Doors, email: string, client: string): Promise<string> {
  const before = mailsTo(email).length
  await stranger(client, '/login', { email })
  await until('the code arrives', 10_000, async () => mailsTo(email).length > before || null)
  const { subject = '' } = environment.mail.mails.findLast(({ to }) => to === email) ?? {}
  return /\d{6}/.exec(subject)?.[0] ?? ''
}

const wrong = (code: string, n: number) => String(((Number(code) - 100_000 + 1 + n) % 900_000) + 100_000)
const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** Sessions, factors and codes of staff. */
export const attacks: readonly Attack[] = [
  {
    finding: 'L1',
    tried: 'the last owner invites another one, who never joins, and becomes a packer',
    before: '200',
    wanted: '409 last_owner',
    async run({ as, owner }) {
      await as(owner, 'POST', '/staff', { email: 'never@joins.test', role: 'owner' })
      return as(owner, 'PATCH', `/staff/${owner.id}`, { role: 'packer' })
    },
  },
  {
    finding: 'H1',
    tried: 'an old session adds an authenticator of its own',
    before: '200',
    wanted: '403 sign_in_again',
    run: ({ asOld, owner }) => asOld(owner, 'POST', '/totp/enrol'),
  },
  {
    finding: 'H1',
    tried: 'an old session adds a passkey of its own',
    before: '200',
    wanted: '403 sign_in_again',
    run: ({ asOld, owner }) => asOld(owner, 'POST', '/passkeys/options'),
  },
  {
    finding: 'M1a',
    tried: 'four addresses ask for an owner’s codes until no more are sent; then the owner asks',
    before: '429',
    wanted: '202, a link',
    async run(doors) {
      const { email } = await doors.signIn('owner')
      for (let n = 0; n < 5; n++) await doors.stranger('198.51.100.1', '/login', { email })
      for (const n of [2, 3, 4]) await doors.stranger(`198.51.100.${n}`, '/login', { email })
      const { status } = await doors.stranger('203.0.113.7', '/login', { email })
      const hasLink = () => doors.mailsTo(email).some(({ text }) => /\/admin\/login#[\w-]{43}/.test(text))
      await until('a link arrives', 10_000, async () => hasLink() || null)
      return `${status}, a link`
    },
  },
  {
    finding: 'M1b',
    tried: 'six addresses guess an owner’s code, five times each; then the right one',
    before: '401',
    wanted: '200',
    async run(doors) {
      const { email } = await doors.signIn('owner')
      const otp = await codeFor(doors, email, '203.0.113.11')
      for (let client = 0; client < 6; client++)
        for (let n = 0; n < 5; n++)
          await doors.stranger(`198.51.100.${10 + client}`, '/verify', { email, otp: wrong(otp, n) })
      return textOf(await doors.stranger('203.0.113.11', '/verify', { email, otp }))
    },
  },
  {
    finding: 'M1c',
    tried: 'five wrong guesses and the right code from one address',
    before: '429',
    wanted: '200',
    async run(doors) {
      const { email } = await doors.signIn('owner')
      const otp = await codeFor(doors, email, '203.0.113.12')
      for (let n = 0; n < 5; n++) await doors.stranger('203.0.113.12', '/verify', { email, otp: wrong(otp, n) })
      return textOf(await doors.stranger('203.0.113.12', '/verify', { email, otp }))
    },
  },
  {
    finding: 'L2',
    tried: 'one address asks for codes of 400 mailboxes',
    before: '400 × 202',
    wanted: /× 429/,
    async run({ stranger }) {
      const statuses: number[] = []
      for (let n = 0; n < 400; n++)
        statuses.push((await stranger('198.51.100.40', '/login', { email: `nobody-${n}@shop.test` })).status)
      return formatCounts(statuses)
    },
  },
  {
    finding: 'M6',
    tried: 'a manager who is a packer by now takes a change of stock back',
    before: '200',
    wanted: '403 forbidden',
    async run({ signIn, as, owner, environment }) {
      const manager = await signIn('manager')
      const { sku } = await environment.db.selectFrom('stock').select('sku').limit(1).executeTakeFirstOrThrow()
      const { body } = await manager.browser.call('POST', `/stock/${sku}`, { change: 1, reason: 'Found' })
      await as(owner, 'PATCH', `/staff/${manager.id}`, { role: 'packer' })
      return as(manager, 'POST', `/undo/${body.undo}`)
    },
  },
  {
    finding: 'new',
    tried: 'an old session asks eight times at once for an authenticator, new spare codes and a passkey',
    wanted: '24 × 403 sign_in_again',
    async run({ asOld, owner }) {
      const paths = ['/totp/enrol', '/spare-codes', '/passkeys/options']
      const answers = await many(8, () => Promise.all(paths.map((path) => asOld(owner, 'POST', path))))
      return formatCounts(answers.flat())
    },
  },
  {
    finding: 'new',
    tried: 'half a sign-in listens to events, takes back, ends sessions and deletes factors',
    wanted: '5 × 401 second_factor_needed',
    async run(doors) {
      const { email } = await doors.signIn('owner')
      const otp = await codeFor(doors, email, '203.0.113.13')
      const browser = openStaffBrowser(doors.host)
      await browser.call('POST', '/verify', { email, otp }, { 'x-forwarded-for': '203.0.113.13' })
      const calls = [
        ['GET', '/events'],
        ['POST', '/undo/any'],
        ['DELETE', '/sessions/any'],
        ['DELETE', '/factors/any'],
        ['GET', '/backups'],
      ] as const
      const answers = []
      for (const [method, path] of calls) answers.push(textOf(await browser.call(method, path)))
      return formatCounts(answers)
    },
  },
  {
    finding: 'new',
    tried: 'a shopper’s token as a program’s key, and a staff session’s token as a shopper’s',
    wanted: '401 not_logged_in, 401',
    async run({ environment, host, owner }) {
      const { id, token } = await environment.customer()
      const asProgram = await openStaffBrowser(host).call('GET', '/orders', undefined, {
        authorization: `Bearer ${token}`,
      })
      const [, session] = owner.browser.cookie.split('=')
      const headers = { authorization: `Bearer ${session}` }
      return `${textOf(asProgram)}, ${(await host.fetch(`/api/user/getCartProduct/${id}`, { headers })).status}`
    },
  },
]
