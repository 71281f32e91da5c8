import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { SettingsChange } from '#shop/settings/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card, Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { actorText } from '../parts/actor-text.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  return load('GET /settings/history', { query: Object.fromEntries(new URL(request.url).searchParams) })
}

/** `/admin/settings/history`: what changed, newest first; each change can be returned to. */
export function Component() {
  const { items, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const search = new URLSearchParams(query)
  if (next !== null) search.set('cursor', next)
  return (
    <RecordPage title={t('History')} back={{ to: '/settings', label: t('All settings') }}>
      {items.length === 0 ? (
        <EmptyState title={t('No changes yet')} line={t('Every change appears here, with who made it.')} />
      ) : (
        <ol className="grid max-w-240 gap-2">
          {items.map((item) => (
            <li key={`${item.version} ${item.at}`}>
              <Change item={item} />
            </li>
          ))}
        </ol>
      )}
      {next === null ? null : (
        <div>
          <LinkButton to={{ search: search.toString() }} variant="outline" size="sm">
            {t('Earlier changes')}
          </LinkButton>
        </div>
      )}
    </RecordPage>
  )
}

function Change({ item }: { item: SettingsChange }) {
  const { at, by, kind, changes, version } = item
  const { pending, send, error } = useCall()
  const { revalidate } = useRevalidator()
  async function goBack(name: string, label: string) {
    const done = await send('POST /settings/{name}/return', { params: { name }, body: { version } })
    if (done) showToast(t('{label} restored.', { label }), { tone: 'ok' })
    await revalidate()
  }
  return (
    <Card>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        <When at={at} /> · <span className="wrap-anywhere">{actorText(by)}</span>
        {kind === 'set' ? null : <Tag tone="plain">{kind === 'undo' ? t('Undo') : t('Restore')}</Tag>}
      </p>
      <ul className="grid gap-2 pt-2">
        {changes.map(({ name, label, from, to }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <Link to={{ search: new URLSearchParams({ setting: name }).toString() }} className="font-bold">
                {label}
              </Link>
              : {from} → {to}
            </p>
            <Button size="sm" variant="outline" pending={pending} onClick={() => goBack(name, label)}>
              {t('Restore this version')}
            </Button>
          </li>
        ))}
      </ul>
      {error === null ? null : (
        <p role="alert" className="pt-2 text-sm font-bold text-bad">
          {error}
        </p>
      )}
    </Card>
  )
}
