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
        <EmptyState title={t('Nothing to do here')} line={t('Somebody has done it already.')} />
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
          next: t('Each is erased by itself as soon as their orders allow. Nobody has to do anything.'),
        }
      )
    }
    case 'provider-switches':
      return providerSwitches.length > 0
        ? {
            title: t('Settings at the payment provider'),
            body: (
              <>
                {providerSwitches.map((one) => (
                  <p key={one.kind}>{switchText(one)}</p>
                ))}
              </>
            ),
            next: t('Somebody with the provider’s login changes it there. Then this notice goes by itself.'),
          }
        : null
    case 'mails':
      return stuck && stuck.mails > 0
        ? {
            title: t('Mails that couldn’t be sent'),
            body: <p>{stuckText(stuck.mails)}</p>,
            next: t(
              'The shop tries again by itself. If a test e-mail doesn’t arrive either, the mail server’s details are wrong.',
            ),
            to: { path: '/settings/connections#mail', label: t('Test the e-mail') },
          }
        : null
    case 'webhooks':
      return stuck && stuck.webhooks > 0
        ? {
            title: t('Undelivered webhooks'),
            body: <p>{stuckText(stuck.webhooks)}</p>,
            next: t(
              'The shop tries again by itself. Whoever runs the program that they go to has to look why it doesn’t answer.',
            ),
          }
        : null
    case 'mail-limit':
      return mailBudgetUsed
        ? {
            title: t('The limit of mails'),
            body: (
              <p>{t('Mails to addresses without an account reached their limit. New customers may get no code.')}</p>
            ),
            next: t('It’s over tomorrow. If the mails were customers’, raise the limit.'),
            to: { path: '/settings/mail#mail.strangersPerDay', label: t('Change the limit') },
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
            next: may('GET /backups')
              ? t('What failed, and what to do, is with the backups.')
              : t('An owner makes and checks backups. Please tell one that this page says so.'),
            to: may('GET /backups') ? { path: '/backups', label: t('Backups') } : undefined,
          }
        : null
    case 'disk':
      return lowDisk
        ? {
            title: t('The disk is nearly full'),
            body: <p>{t('{free} free. A full disk takes no orders.', { free: gigabyteText(lowDisk.free) })}</p>,
            next: t('Whoever runs the server has to give it more room, or delete what isn’t the shop’s.'),
          }
        : null
    default:
      return null
  }
}
