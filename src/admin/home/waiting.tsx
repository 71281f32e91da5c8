import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ShownToday } from '#shop/owner/staff-contract.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { When } from '../parts/when.tsx'
import { gigabyteText } from './gigabyte-text.ts'

export async function loader({ params: { kind = '' } }: LoaderFunctionArgs) {
  return { kind, today: await load('GET /today') }
}

interface Shown {
  title: string
  body: ReactNode
  command?: string
}

/** `/admin/waiting/KIND`: what Home counts and what has no screen of its own yet, with the command that does it. */
export function Component() {
  const { kind, today } = useLoaderData<typeof loader>()
  const shown = show(kind, today)
  return (
    <RecordPage title={shown?.title ?? t('Nothing to do here')} back={{ to: '/', label: t('Today') }}>
      {shown === null ? (
        <EmptyState title={t('Nothing to do here')} line={t('Somebody has done it already.')} />
      ) : (
        <Card>
          <div className="grid gap-3">
            {shown.body}
            {shown.command === undefined ? null : (
              <div>
                <p className="text-sm text-ink-2">{t('Whoever runs the shop does it with this command:')}</p>
                <code className="mt-1 inline-block rounded-xs bg-sunk px-2 py-1 text-sm wrap-anywhere">
                  {`npm run shop -- ${shown.command}`}
                </code>
              </div>
            )}
          </div>
        </Card>
      )}
    </RecordPage>
  )
}

function show(kind: string, today: ShownToday): Shown | null {
  const { toForget, stuck, lowDisk, backupProblem, backup, mailBudgetUsed } = today
  const oldest = (counted: { count: number; oldest: string | null } | undefined) =>
    counted && counted.count > 0 && counted.oldest !== null ? (
      <p>
        {t('{count, plural, one {# waits} other {# wait}}, the oldest since', { count: counted.count })}{' '}
        <When at={counted.oldest} />.
      </p>
    ) : null
  switch (kind) {
    case 'people': {
      const body = oldest(toForget)
      return body && { title: t('People to erase'), body, command: 'customers to-forget' }
    }
    case 'mails':
      return stuck && stuck.mails > 0
        ? { title: t('Mails that couldn’t be sent'), body: <p>{stuck.mails}</p>, command: 'doctor' }
        : null
    case 'webhooks':
      return stuck && stuck.webhooks > 0
        ? { title: t('Undelivered webhooks'), body: <p>{stuck.webhooks}</p>, command: 'webhooks list --waiting' }
        : null
    case 'mail-limit':
      return mailBudgetUsed
        ? {
            title: t('The limit of mails'),
            body: (
              <p>{t('Mails to addresses without an account reached their limit. New customers may get no code.')}</p>
            ),
            command: 'settings set mail.strangersPerDay NUMBER',
          }
        : null
    case 'backups':
      return backupProblem
        ? {
            title: t('Backups'),
            body: (
              <>
                <p>{`${backupProblem.slice(0, 1).toUpperCase()}${backupProblem.slice(1)}.`}</p>
                {backup ? (
                  <p>
                    {t('The last good one is of')} <When at={backup.at} /> ({backup.place}).
                  </p>
                ) : null}
              </>
            ),
            command: 'backup',
          }
        : null
    case 'disk':
      return lowDisk
        ? {
            title: t('The disk is nearly full'),
            body: <p>{t('{free} free. A full disk takes no orders.', { free: gigabyteText(lowDisk.free) })}</p>,
            command: 'doctor',
          }
        : null
    default:
      return null
  }
}
