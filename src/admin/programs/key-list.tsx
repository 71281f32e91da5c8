import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ListedKey } from '#shop/staff/keys-contract.ts'
import { Button } from '#ui/button.tsx'
import { KEY } from '#ui/drawings.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { Row, RowList } from '../parts/row-list.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { KeyDialog } from './key-dialog.tsx'

export const loader = () => load('GET /keys')

/** `/admin/keys`: the programs that call the shop, with their last use. */
export function Component() {
  const { items, scopes } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<ListedKey | 'new' | null>(null)
  const titles = new Map<string, string>(scopes.map(({ name, title }) => [name, title]))
  const close = () => {
    setOpen(null)
    void revalidate()
  }
  return (
    <RecordPage
      title={t('API keys')}
      back={{ to: '/staff', label: t('Team') }}
      next={
        <Button variant="primary" size="sm" onClick={() => setOpen('new')}>
          {t('New key')}
        </Button>
      }
    >
      <div className="grid max-w-240 gap-4">
        <p className="max-w-160 text-pretty text-ink-2">
          {t(
            'Keys let other software, such as a warehouse’s or an accountant’s, work with the shop. A key can do only what you choose, until it expires, and Activity shows what it did. It also stops when the access of whoever created it is removed.',
          )}
        </p>
        {items.length === 0 ? (
          <EmptyState
            drawing={KEY}
            title={t('No keys yet')}
            line={t('Create one for each piece of software, so that you can revoke them one by one.')}
          />
        ) : (
          <RowList>
            {items.map((key) => (
              <Row
                key={key.id}
                actions={
                  key.state === 'active' ? (
                    <Button size="sm" variant="outline" onClick={() => setOpen(key)}>
                      {t('Revoke')}
                    </Button>
                  ) : undefined
                }
              >
                <Key row={key} titles={titles} />
              </Row>
            ))}
          </RowList>
        )}
      </div>
      {open === 'new' ? <KeyDialog scopes={scopes} onClose={close} /> : null}
      {open !== null && open !== 'new' ? <EndKeyDialog row={open} onClose={close} /> : null}
    </RecordPage>
  )
}

function Key({ row, titles }: { row: ListedKey; titles: ReadonlyMap<string, string> }) {
  const { name, scopes, state, createdBy, createdAt, expiresAt, usedAt } = row
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
        {name}
        {state === 'active' ? <Tag tone="ok">{t('Active')}</Tag> : null}
        {state === 'over' ? <Tag tone="warn">{t('Expired')}</Tag> : null}
        {state === 'ended' ? <Tag tone="plain">{t('Revoked')}</Tag> : null}
      </p>
      <p className="text-sm text-ink-2">{scopes.map((scope) => titles.get(scope) ?? scope).join(', ')}</p>
      <p className="text-xs text-ink-3">
        {t('Created by {name}', { name: createdBy })} <When at={createdAt} />, {t('until')}{' '}
        <When at={lastMoment(expiresAt)} />.{' '}
        {usedAt === null ? (
          t('Not used yet.')
        ) : (
          <>
            {t('Last used')} <When at={usedAt} />.
          </>
        )}
      </p>
    </div>
  )
}

/** A key ends at midnight: people say the day before. */
const lastMoment = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1).toISOString()

function EndKeyDialog({ row: { id, name }, onClose }: { row: ListedKey; onClose: () => void }) {
  const { pending, error, send } = useCall()
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Revoke “{name}”?', { name })}
      warning={t('The key stops working at once. What was done with it stays in Activity.')}
      confirmLabel={t('Revoke key')}
      pending={pending}
      error={error}
      onConfirm={async () => {
        if ((await send('DELETE /keys/{id}', { params: { id } })) !== null) onClose()
      }}
    />
  )
}
