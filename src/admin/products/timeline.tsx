import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { readableTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import type { ComingChange } from '#shop/catalog/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { ReviewDialog } from '../parts/review-dialog.tsx'
import { useCall } from '../parts/use-call.ts'
import { may } from '../session.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  return load('GET /products/timeline', { query: cursor === null ? {} : { cursor } })
}

/** `/admin/products/timeline`: what changes by itself, over all products; each line can be taken back. */
export function Component() {
  const { items, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const [open, setOpen] = useState<ComingChange | null>(null)
  return (
    <RecordPage title={t('What is coming')} back={{ to: '/products', label: t('All products') }}>
      {items.length === 0 ? (
        <EmptyState
          title={t('Nothing is coming')}
          line={t('Sales, and products that go on sale at a time, appear here.')}
        />
      ) : (
        <ol className="grid max-w-200 gap-2">
          {items.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-card p-4"
            >
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <time dateTime={one.at} className="text-sm text-ink-2">
                  {readableTime(one.at)}
                </time>
                <p className="font-bold">
                  <Link to={`/products/${one.productId}`} className="inline-block py-1">
                    {one.name}
                  </Link>
                </p>
                <p>{one.text}</p>
              </div>
              {may('DELETE /products/timeline/{change}') ? (
                <Button variant="outline" size="sm" onClick={() => setOpen(one)}>
                  {t('Take back')}
                </Button>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      <nav aria-label={t('Pages')} className="flex gap-3">
        {query.has('cursor') ? (
          <LinkButton to="/products/timeline" variant="outline" size="sm">
            {t('First page')}
          </LinkButton>
        ) : null}
        {next === null ? null : (
          <LinkButton to={`/products/timeline?cursor=${next}`} variant="outline" size="sm">
            {t('Next page')}
          </LinkButton>
        )}
      </nav>
      {open === null ? null : <TakeBackDialog change={open} onClose={() => setOpen(null)} />}
    </RecordPage>
  )
}

/** Takes back what would change by itself. */
export function TakeBackDialog({ change, onClose }: { change: Omit<ComingChange, 'picture'>; onClose: () => void }) {
  const { send, pending, error } = useCall()
  const { revalidate } = useRevalidator()
  async function takeBack(): Promise<void> {
    if ((await send('DELETE /products/timeline/{change}', { params: { change: change.id } })) === null) return
    showToast(t('Taken back.'), { tone: 'ok' })
    void revalidate()
    onClose()
  }
  return (
    <ReviewDialog
      open
      onClose={onClose}
      title={t('Take back')}
      lines={[[readableTime(change.at), change.text]]}
      warning={change.takingBack ?? undefined}
      confirmLabel={t('Take back')}
      pending={pending}
      error={error}
      onConfirm={() => void takeBack()}
    />
  )
}
