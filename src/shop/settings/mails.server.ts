import type { Mail } from '#platform/mail/mail.ts'
import type { Sender } from '../email-parts.ts'
import { writeMail } from '../email-template.server.ts'
import { PLACED_SETTINGS } from './setting-pages.server.ts'
import { changeWords } from './setting-texts.server.ts'
import type { SettingChange } from './version-changes.server.ts'

/** Where the shop's data or its owner's mails go from now on, and who has changed that. */
export function destinationMail(mail: Sender & { to: string; by: string; changes: readonly SettingChange[] }): Mail {
  const { by, changes, ...sender } = mail
  const rows = changes.map((change): [string, string] => {
    const { from, to } = changeWords(change)
    const label = PLACED_SETTINGS.find(({ name }) => name === change.name)?.label ?? change.name
    return [label, `${from || 'nothing'} → ${to || 'nothing'}`]
  })
  const shop = mail.settings['shop.name'] || 'your shop'
  return writeMail({ ...sender, subject: `Changed at ${shop}: where backups or notices go` }, [
    `${by} has changed this:`,
    { rows },
    'If that’s wrong, change it back on the staff site under Settings, and remove the access of whoever did it under Team.',
  ])
}
