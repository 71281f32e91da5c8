import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/api/endpoint.ts'
import { t } from '#platform/text/t.ts'
import type { backupsStaffContract, ListedBackupView } from '#shop/backups/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { DownloadButton } from '../parts/download-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { useAskAgain } from '../parts/use-ask-again.ts'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { ageText, contentText, everyText, sizeText } from './labels.ts'
import { RestoreDialog } from './restore-steps.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  return load('GET /backups', cursor === null ? {} : { query: { cursor } })
}

type Backups = ResponseOf<(typeof backupsStaffContract)['GET /backups']>

const ASK_MS = 2000

/** `/admin/backups`: whether there is a good one, making and checking one, its download, and the way back. */
export function Component() {
  const backups = useLoaderData<typeof loader>()
  const { items, next, work, problem } = backups
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const [shown, setShown] = useState<ListedBackupView | null>(null)
  useAskAgain(work !== null, ASK_MS)
  const isBusy = pending || work !== null
  async function make(): Promise<void> {
    await send('POST /backups', {})
    void revalidate()
  }
  async function check(id: string): Promise<void> {
    await send('POST /backups/{id}/verify', { params: { id } })
    void revalidate()
  }
  return (
    <RecordPage
      title={t('Backups')}
      back={{ to: '/settings', label: t('Settings') }}
      next={
        <Button variant="primary" pending={isBusy} onClick={() => void make()}>
          {t('Back up now')}
        </Button>
      }
      aside={<Plan backups={backups} />}
    >
      <FailureNotice text={error} />
      <div role="status">{work === null ? null : <Work work={work} items={items} />}</div>
      {problem === null ? null : (
        <Notice tone="bad">
          <p>{`${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}.`}</p>
        </Notice>
      )}
      <Section title={t('All backups')}>
        {items.length === 0 ? (
          <EmptyState
            title={t('No backups yet')}
            line={t('A backup holds the whole shop: orders, customers, settings and pictures.')}
          />
        ) : (
          <ul className="grid gap-4">
            {items.map((backup) => (
              <li key={backup.id} className="grid gap-2 not-first:border-t not-first:border-line not-first:pt-4">
                <Backup backup={backup} isLast={backup.id === backups.last?.id} />
                {backup.file === null ? null : (
                  <div className="flex flex-wrap gap-2">
                    <DownloadButton label={t('Download')} path={`/backups/${backup.id}`} name={backup.file} />
                    <Button variant="outline" size="sm" pending={isBusy} onClick={() => void check(backup.id)}>
                      {t('Check')}
                    </Button>
                    <Button variant="outline" size="sm" onClick={() => setShown(backup)}>
                      {t('How to restore')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {next === null ? null : (
          <p className="pt-4">
            <LinkButton to={`?cursor=${next}`} variant="outline" size="sm">
              {t('Older backups')}
            </LinkButton>
          </p>
        )}
      </Section>
      {shown === null ? null : <RestoreDialog backup={shown} onClose={() => setShown(null)} />}
    </RecordPage>
  )
}

function Work({ work: { checks, since }, items }: { work: NonNullable<Backups['work']>; items: Backups['items'] }) {
  const checked = items.find(({ id }) => id === checks)
  return (
    <Notice>
      <p className="font-bold">
        {checks === null ? t('Backing up since') : t('Checking a backup since')} <When at={since} />. {checked?.name}
      </p>
      <p>{t('You can leave this page. The work continues.')}</p>
    </Notice>
  )
}

function Backup({ backup, isLast }: { backup: ListedBackupView; isLast: boolean }) {
  const { at, problem, bytes, name, isEncrypted, missing } = backup
  if (problem !== null)
    return (
      <>
        <p className="flex flex-wrap items-center gap-2 font-bold">
          <When at={at} />
          <Tag tone="bad">{t('Failed')}</Tag>
        </p>
        <p className="text-sm wrap-anywhere">{problem}</p>
      </>
    )
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-bold">
        <When at={at} />
        {isLast ? <Tag tone="ok">{t('Newest')}</Tag> : null}
        {isEncrypted ? <Tag tone="plain">{t('Encrypted')}</Tag> : null}
      </p>
      <p className="text-sm">
        {contentText(backup)} · {sizeText(bytes ?? 0)}
      </p>
      {missing === null ? null : (
        <p className="text-sm font-bold text-bad wrap-anywhere">
          {t(
            '{count, plural, one {A picture of the shop is missing from it:} other {# pictures of the shop are missing from it:}}',
            { count: missing.count },
          )}{' '}
          {missing.names.join(', ')}
          {missing.count > missing.names.length ? ', …' : ''}
        </p>
      )}
      <Checked backup={backup} />
      <p className="text-sm text-ink-2 wrap-anywhere">{name}</p>
    </>
  )
}

function Checked({ backup: { verifiedAt, verifyProblem, isEncrypted } }: { backup: ListedBackupView }) {
  if (verifiedAt === null) return <p className="text-sm text-ink-2">{t('Not checked yet')}</p>
  if (verifyProblem !== null)
    return (
      <p className="text-sm font-bold text-bad wrap-anywhere">
        {t('The check failed')} <When at={verifiedAt} />: {verifyProblem}
      </p>
    )
  return (
    <p className="text-sm text-ok">
      {isEncrypted ? t('Checked, intact:') : t('Checked, can be restored:')} <When at={verifiedAt} />
    </p>
  )
}

function Plan({ backups: { last, ageSeconds, every, to, keep, onOwnDisk } }: { backups: Backups }) {
  return (
    <Section title={t('Schedule and storage')}>
      <div className="grid gap-4">
        <Facts
          facts={[
            [t('Last good backup'), last === null ? t('None yet') : t('{age} ago', { age: ageText(ageSeconds) })],
            [t('Schedule'), to === '' ? t('Not set') : everyText(every)],
            [t('Stored in'), to || '–'],
            [t('Kept'), t('{count, plural, one {the last one} other {the last #}}', { count: keep })],
          ]}
        />
        {onOwnDisk ? (
          <Notice tone="warn">
            <p>
              {t(
                'Backups are on the shop’s own disk and are lost if it fails. Choose another disk or cloud storage, or download one regularly.',
              )}
            </p>
          </Notice>
        ) : null}
        <p>
          <LinkButton to="/settings/backups" variant="outline" size="sm">
            {t('Edit schedule and storage')}
          </LinkButton>
        </p>
      </div>
    </Section>
  )
}
