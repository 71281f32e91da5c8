import { sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { formatCounts } from '../support/context.ts'
import { type Attack, type Doors, isIn } from '../support/doors.ts'

const BACKUP_TO = 's3://evil?endpoint=https://backups.evil.test&region=x'

/** The value of a setting, read by its owner. */
async function readSetting({ owner }: Doors, name: string): Promise<string> {
  return JSON.stringify((await owner.browser.call('GET', `/settings/${name}`)).body.value)
}

/** Sensitive values by other doors than their own, and what a role is shown or may send. */
export const attacks: readonly Attack[] = [
  {
    finding: 'H2',
    tried: 'an old owner’s session turns encryption off and sends hourly backups to a server of its choice',
    before: '3 × 200',
    wanted: '3 × 403 sign_in_again',
    async run({ asOld, owner }) {
      const values = { 'backup.key': '', 'backup.every': 1, 'backup.to': BACKUP_TO }
      const answers = []
      for (const [name, value] of Object.entries(values))
        answers.push(await asOld(owner, 'PUT', `/settings/${name}`, { value }))
      return formatCounts(answers)
    },
  },
  {
    finding: 'L12',
    tried: 'a manager sends the owner’s notices to another mailbox',
    before: '200',
    wanted: '403 forbidden',
    run: ({ as, manager }) => as(manager, 'PUT', '/settings/owner.email', { value: 'manager@evil.test' }),
  },
  {
    finding: 'L5',
    tried: 'a packer reads an order: its customer’s address and account, the payment',
    before: 'e-mail, account, payment',
    wanted: 'none of them',
    async run(doors) {
      const { id, customer } = await doors.order()
      const text = JSON.stringify((await doors.packer.browser.call('GET', `/orders/${id}`)).body)
      const secrets = { 'e-mail': customer.email, account: customer.id, payment: 'pay_' }
      const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
      if (!text.includes(id)) return `no order: ${text.slice(0, 80)}`
      return found.map(([name]) => name).join(', ') || 'none of them'
    },
  },
  {
    finding: 'L6',
    tried: 'a packer mails a customer a link to another site as the page of a parcel',
    before: '200',
    wanted: /^(?:400|403|422) /,
    async run(doors) {
      const { id } = await doors.order()
      const body = { carrier: 'India Post', tracking: 'AB123', url: 'https://evil.example/pay-customs' }
      return doors.as(doors.packer, 'POST', `/orders/${id}/ship`, body)
    },
  },
  {
    finding: 'L7',
    tried: 'a manager sends 40 test newsletters to strangers',
    before: '40 × 200',
    wanted: /^40 × 4\d\d/,
    async run({ as, manager }) {
      const { body } = await manager.browser.call('POST', '/newsletters', { subject: 'Hello', text: 'Hello' })
      const answers = []
      for (let n = 0; n < 40; n++)
        answers.push(
          await as(manager, 'POST', `/newsletters/${body.id ?? body._id}/test`, { to: `victim${n}@nowhere.test` }),
        )
      return formatCounts(answers)
    },
  },
  {
    finding: 'L7',
    tried: 'a manager has the mail server tried 40 times',
    before: '40 × 200',
    wanted: /× 429 too_many_requests/,
    async run({ as, manager }) {
      const answers = []
      for (let n = 0; n < 40; n++) answers.push(await as(manager, 'POST', '/connections/mail/check'))
      return formatCounts(answers)
    },
  },
  {
    finding: 'L9',
    tried: 'a note about a customer is read from the stored response of the call that wrote it',
    before: '201, found',
    wanted: '201, not found',
    async run(doors) {
      const { id } = await doors.order()
      const text = 'Ring 98111 00000 instead'
      const added = await doors.as(
        doors.manager,
        'POST',
        `/orders/${id}/notes`,
        { text },
        { 'idempotency-key': newId() },
      )
      const { rows } = await sql`select * from idempotency_keys`.execute(doors.environment.db)
      return `${added}, ${isIn(rows, text) ? 'found' : 'not found'}`
    },
  },
  {
    finding: 'new',
    tried: 'an old session hides the place of backups among harmless settings of one call',
    wanted: '403 sign_in_again, ""',
    async run(doors) {
      const values = { 'shop.hours': 'Daily', 'shop.tagline': 'New', 'backup.to': BACKUP_TO, 'shop.city': 'Pune' }
      const answer = await doors.asOld(doors.owner, 'PATCH', '/settings', { values })
      return `${answer}, ${await readSetting(doors, 'backup.to')}`
    },
  },
  {
    finding: 'new',
    tried: 'a manager previews another owner’s address, and opens the page of the preview',
    wanted: '200, ""',
    async run(doors) {
      const body = { values: { 'owner.email': 'manager@evil.test' }, path: '/' }
      const answer = await doors.as(doors.manager, 'PUT', '/settings/preview', body)
      await doors.host.fetch('/?staff-preview=settings', { headers: { cookie: doors.manager.browser.cookie } })
      return `${answer}, ${await readSetting(doors, 'owner.email')}`
    },
  },
  {
    finding: 'new',
    tried: 'a manager reads a GET call as a change by a header that some frameworks follow',
    wanted: '200, ""',
    async run(doors) {
      const headers = { 'x-http-method-override': 'PUT', 'x-method-override': 'PUT' }
      const answer = await doors.as(
        doors.manager,
        'GET',
        '/settings/owner.email?_method=PUT&value=x',
        undefined,
        headers,
      )
      return `${answer.slice(0, 3)}, ${await readSetting(doors, 'owner.email')}`
    },
  },
]
