import { join } from 'node:path'
import { freePort } from '../../support/processes.ts'
import { openStaffBrowser } from '../../support/staff.ts'
import { commandLine } from '../support/commands.ts'
import { formatCounts } from '../support/context.ts'
import { type Attack, textOf } from '../support/doors.ts'
import { runShop } from '../support/processes.ts'

/** Backups, and a restore of them. */
export const attacks: readonly Attack[] = [
  {
    finding: 'L8',
    tried: 'a session of before a backup, in the shop that was restored from it',
    before: '200',
    wanted: '401 not_logged_in',
    async run({ context, environment, owner }) {
      const file = join(await context.folder('backup'), 'shop.tar')
      const made = await commandLine(context, environment.settingsOf(0))('backup', '--to', file)
      if (made.code !== 0) throw new Error(made.text)
      const { DATABASE_URL: _, ...own } = environment.settingsOf(0)
      const settings = { ...own, DATA_DIR: join(await context.folder('restored'), 'shop') }
      const restored = await commandLine(context, settings)('restore', file, '--into', settings.DATA_DIR)
      if (restored.code !== 0) throw new Error(restored.text)
      const shop = await runShop(context, await freePort(), settings)
      const browser = openStaffBrowser({
        fetch: (path, init) => fetch(`${shop.origin}${path}`, init),
      })
      browser.cookie = owner.browser.cookie
      const answer = textOf(await browser.call('GET', '/session'))
      await shop.stop()
      return answer
    },
  },
  {
    finding: 'new',
    tried: 'packer, manager and an old owner make, list, check and download backups',
    wanted: '8 × 403 forbidden, 2 × 403 sign_in_again',
    async run({ as, asOld, owner, manager, packer }) {
      const calls = [
        ['GET', '/backups'],
        ['POST', '/backups'],
        ['POST', '/backups/any/verify'],
        ['GET', '/backups/any'],
      ] as const
      const answers = []
      for (const who of [packer, manager]) for (const [method, path] of calls) answers.push(await as(who, method, path))
      for (const [method, path] of [calls[1], calls[3]]) answers.push(await asOld(owner, method, path))
      return formatCounts(answers)
    },
  },
  {
    finding: 'new',
    tried: 'an owner downloads files of the machine by a backup’s id',
    wanted: /^(?:\d × 40[04] \w+(?:, )?)+$/,
    async run({ as, owner }) {
      const ids = ['..%2F..%2Fetc%2Fpasswd', '%2Fetc%2Fpasswd', '..%5C..%5Csecrets', '%00', '.']
      const answers = []
      for (const id of ids) answers.push(await as(owner, 'GET', `/backups/${id}/`.replace(/\/$/, '')))
      return formatCounts(answers)
    },
  },
  {
    finding: 'new',
    tried: 'backups go to the machine’s metadata, inside the network, over http and to a file of the system',
    wanted: '4 × 400 invalid_input',
    async run({ as, owner }) {
      const places = [
        's3://b?endpoint=http://169.254.169.254&region=x',
        's3://b?endpoint=http://10.0.0.1&region=x',
        's3://b?endpoint=ftp://backups.test&region=x',
        'file:///etc',
      ]
      const answers = []
      for (const value of places) answers.push(await as(owner, 'PUT', '/settings/backup.to', { value }))
      return formatCounts(answers)
    },
  },
]
