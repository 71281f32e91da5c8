import { t } from '#platform/text/t.ts'
import type { ListedBackupView } from '#shop/backups/staff-contract.ts'

/** The size of a file: 12 kB, 8.4 MB, 1.2 GB. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** An age in whole hours or days, or minutes if it's less than one. */
export function ageText(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60))
  if (minutes < 60) return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? t('{count, plural, one {# hour} other {# hours}}', { count: hours })
    : t('{count, plural, one {# day} other {# days}}', { count: Math.floor(hours / 24) })
}

/** How often they're made. */
export function everyText(hours: number): string {
  if (hours === 0) return t('By hand only')
  if (hours === 24) return t('Every day')
  return t('{count, plural, one {Every hour} other {Every # hours}}', { count: hours })
}

export const contentText = ({ rows, pictures }: ListedBackupView): string =>
  t('{pictures, plural, one {# picture} other {# pictures}}, {rows, plural, one {# entry} other {# entries}}', {
    pictures: pictures ?? 0,
    rows: rows ?? 0,
  })

/** The commands that make a shop of a backup again, in their order. `fromDownload`: of the downloaded file. */
export function restoreCommands(
  { address, name, file, isEncrypted }: ListedBackupView,
  fromDownload: boolean,
): string[] {
  const isArchive = fromDownload && file !== null && file !== name
  const given = fromDownload ? (isArchive ? name : (file ?? name)) : address
  const quoted = /^[\w./:-]+$/.test(given) ? given : `'${given.replaceAll("'", String.raw`'\''`)}'`
  return [
    ...(isArchive ? [`tar -xf ${file}`] : []),
    `npm run shop -- restore ${quoted} --into ./restored${isEncrypted ? ' --key-file key.txt' : ''}`,
    'DATA_DIR=./restored npm start',
  ]
}
