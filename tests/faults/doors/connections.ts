import { formatCounts } from '../support/context.ts'
import type { Attack } from '../support/doors.ts'

const SERVER = {
  host: 'mail.shop.test',
  port: 587,
  encryption: 'starttls',
  user: 'u',
  password: 'p',
  from: 'a@shop.test',
}

/** The mail server and the payment provider, as staff connect them. */
export const attacks: readonly Attack[] = [
  {
    finding: 'noted',
    tried: 'a mail server’s user with half of a surrogate pair',
    before: '500',
    wanted: '400 invalid_input',
    run: ({ as, owner }) => as(owner, 'POST', '/connections/mail', { ...SERVER, user: '\ud800' }),
  },
  {
    finding: 'held',
    tried: 'mail servers on this machine, at a closed port and at the metadata address: what the answers tell apart',
    before: 'one sentence',
    wanted: 'one sentence',
    async run({ owner, origin }) {
      const places = [
        ['127.0.0.1', Number(new URL(origin).port)],
        ['127.0.0.1', 1],
        ['169.254.169.254', 80],
      ] as const
      const sentences = new Set<string | undefined>()
      for (const [host, port] of places)
        sentences.add((await owner.browser.call('POST', '/connections/mail', { ...SERVER, host, port })).body.message)
      return sentences.size === 1 ? 'one sentence' : [...sentences].join(' / ')
    },
  },
  {
    finding: 'new',
    tried: 'commands for the mail server in its name, its user and the sender’s address',
    wanted: '3 × 400 invalid_input',
    async run({ as, owner }) {
      const line = 'x\r\nRCPT TO:<victim@nowhere.test>'
      const answers = []
      for (const more of [{ host: `mail.test${line}` }, { user: line }, { from: `a@shop.test${line}` }])
        answers.push(await as(owner, 'POST', '/connections/mail', { ...SERVER, ...more }))
      return formatCounts(answers)
    },
  },
  {
    finding: 'new',
    tried: 'a manager and an old owner connect another account of the payment provider',
    wanted: '403 forbidden, 403 sign_in_again',
    async run({ as, asOld, owner, manager }) {
      const body = { keyId: 'rzp_live_evil', keySecret: 'evil-secret-evil-secret' }
      const one = await as(manager, 'POST', '/connections/payments', body)
      return `${one}, ${await asOld(owner, 'POST', '/connections/payments', body)}`
    },
  },
  {
    finding: 'new',
    tried: 'secrets of the payment provider and the mail server in answers, settings and the log',
    wanted: 'none',
    async run({ owner, environment }) {
      const { RAZORPAY_KEY_SECRET = '', RAZORPAY_WEBHOOK_SECRET = '', SMTP_URL = '' } = environment.settingsOf(0)
      const texts = []
      for (const path of ['/connections', '/settings', '/audit', '/session'])
        texts.push(JSON.stringify((await owner.browser.call('GET', path)).body))
      const secrets = [RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, new URL(SMTP_URL).password].filter(Boolean)
      const all = `${texts.join('\n')}\n${environment.shops[0]?.output()}`
      return secrets.filter((secret) => all.includes(secret)).length === 0 ? 'none' : 'found'
    },
  },
]
