import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { switchText } from '#shop/checkout/provider-switches.ts'
import type { ShownToday } from '#shop/owner/staff-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { gigabyteText } from './gigabyte-text.ts'

export async function loader({ params: { kind = '' } }: LoaderFunctionArgs) {
  return { kind, today: await load('GET /today') }
}

interface Shown {
  title: string
  body: ReactNode
  /** Who does what now. */
  next: string
  /** The screen on which the reader does it. */
  to?: { path: string; label: string } | undefined
}

/** `/admin/waiting/KIND`: what Today counts and what no list has: what it means, and who does what now. */
export function Component() {
  const { kind, today } = useLoaderData<typeof loader>()
  const shown = show(kind, today)
  return (
    <RecordPage title={shown?.title ?? t('Nothing to do here')} back={{ to: '/', label: t('Today') }}>
      {shown === null ? (
        <EmptyState title={t('Nothing to do here')} line={t('It’s been done already.')} />
      ) : (
        <Card>
          <div className="grid gap-3">
            {shown.body}
            <p className="text-ink-2">{shown.next}</p>
            {shown.to === undefined ? null : (
              <p>
                <LinkButton to={shown.to.path} variant="outline" size="sm">
                  {shown.to.label}
                </LinkButton>
              </p>
            )}
          </div>
        </Card>
      )}
    </RecordPage>
  )
}

const stuckText = (count: number) => t('{count, plural, one {# hasn’t} other {# haven’t}} been sent.', { count })

function show(kind: string, today: ShownToday): Shown | null {
  const { toForget, stuck, lowDisk, backupProblem, backup, mailBudgetUsed, providerSwitches = [] } = today
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
      return (
        body && {
          title: t('People to erase'),
          body,
          next: t('Each is erased automatically once their orders allow it. You don’t have to do anything.'),
        }
      )
    }
    case 'provider-switches':
      return providerSwitches.length > 0
        ? {
            title: t('Payment provider settings'),
            body: (
              <>
                {providerSwitches.map((one) => (
                  <p key={one.kind}>{switchText(one)}</p>
                ))}
              </>
            ),
            next: t('Change this in the payment provider’s dashboard. This notice then goes away.'),
          }
        : null
    case 'mails':
      return stuck && stuck.mails > 0
        ? {
            title: t('Unsent e-mails'),
            body: <p>{stuckText(stuck.mails)}</p>,
            next: t('The shop keeps trying. If a test e-mail doesn’t arrive either, check the mail server’s details.'),
            to: { path: '/settings/connections#mail', label: t('Send a test e-mail') },
          }
        : null
    case 'webhooks':
      return stuck && stuck.webhooks > 0
        ? {
            title: t('Undelivered webhooks'),
            body: <p>{stuckText(stuck.webhooks)}</p>,
            next: t('The shop keeps trying. Ask whoever runs the receiving software why it doesn’t answer.'),
          }
        : null
    case 'mail-limit':
      return mailBudgetUsed
        ? {
            title: t('E-mail limit reached'),
            body: (
              <p>
                {t('Today’s limit for e-mails to new addresses is used up, so new customers may get no sign-in code.')}
              </p>
            ),
            next: t('It resets tomorrow. If these were real customers, raise the limit.'),
            to: { path: '/settings/mail#mail.strangersPerDay', label: t('Change limit') },
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
                    {t('The last good backup is from')} <When at={backup.at} /> ({backup.place}).
                  </p>
                ) : null}
              </>
            ),
            next: may('GET /backups')
              ? t('Backups shows what failed and what to do.')
              : t('Owners take care of backups. Please tell one of them.'),
            to: may('GET /backups') ? { path: '/backups', label: t('Backups') } : undefined,
          }
        : null
    case 'disk':
      return lowDisk
        ? {
            title: t('The disk is nearly full'),
            body: (
              <p>
                {t('{free} free. With a full disk the shop can’t take orders.', { free: gigabyteText(lowDisk.free) })}
              </p>
            ),
            next: t('Ask whoever runs your server to add space or delete other files.'),
          }
        : null
    default:
      return null
  }
}
