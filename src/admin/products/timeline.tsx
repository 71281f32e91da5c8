import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ComingChange } from '#shop/catalog/staff-contract.ts'
import type { PlannedSettings } from '#shop/settings/staff-contract.ts'
import { Button, buttonClass, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { showToast } from '#ui/toast-store.ts'
import { load } from '../api.ts'
import { PlannedList, settingsPlan } from '../parts/planned-list.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When, whenText } from '../parts/when.tsx'
import { may } from '../session.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  const [products, settings] = await Promise.all([
    load('GET /products/timeline', { query: cursor === null ? {} : { cursor } }),
    cursor === null && may('GET /settings/plans') ? load('GET /settings/plans') : null,
  ])
  return { ...products, plans: settings?.items ?? [] }
}

/** `/admin/products/timeline`: what changes by itself, of all products, settings and the home page; each can be taken back. */
export function Component() {
  const { items, next, plans } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const [open, setOpen] = useState<ComingChange | null>(null)
  return (
    <RecordPage title={t('Scheduled changes')} back={{ to: '/products', label: t('All products') }}>
      <PlannedList plans={plans.map((plan) => ({ ...settingsPlan(plan), title: <PageLink plan={plan} /> }))} />
      {items.length > 0 ? (
        <ComingProducts items={items} onTakeBack={setOpen} />
      ) : plans.length > 0 ? null : (
        <EmptyState
          title={t('Nothing scheduled')}
          line={t('Scheduled sales, launches, settings and home pages appear here.')}
        />
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

/** The screen that a plan was made on. */
function PageLink({ plan: { page, title } }: { plan: PlannedSettings }) {
  return (
    <Link to={page === 'home' ? '/home-page' : `/settings/${page}`} className="inline-block py-1">
      {title}
    </Link>
  )
}

function ComingProducts({
  items,
  onTakeBack,
}: {
  items: readonly ComingChange[]
  onTakeBack: (change: ComingChange) => void
}) {
  return (
    <ol className="grid max-w-200 gap-2">
      {items.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-card p-4"
        >
          <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <span className="text-sm text-ink-2">
              <When at={one.at} />
            </span>
            <p className="font-bold">
              {one.products > 1 ? (
                t('{count, plural, one {# product} other {# products}}', { count: one.products })
              ) : (
                <Link to={`/products/${one.productId}`} className="inline-block py-1">
                  {one.name}
                </Link>
              )}
            </p>
            <p>{one.text}</p>
          </div>
          <span className="flex flex-wrap gap-2">
            <PreviewLink change={one} />
            {may('DELETE /products/timeline/{change}') ? (
              <Button variant="outline" size="sm" onClick={() => onTakeBack(one)}>
                {t('Unschedule')}
              </Button>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Opens the shopper's page as it will be after a change, for those who may see it. */
export function PreviewLink({ change: { preview, text } }: { change: Pick<ComingChange, 'preview' | 'text'> }) {
  if (preview === null || !may('PATCH /products/{id}')) return null
  return (
    <a
      href={preview}
      target="_blank"
      rel="noreferrer"
      aria-label={t('Preview: {text}', { text })}
      className={buttonClass({ variant: 'outline', size: 'sm' })}
    >
      {t('Preview')}
    </a>
  )
}

/** Takes back what would change by itself. */
export function TakeBackDialog({
  change,
  onClose,
}: {
  change: Pick<ComingChange, 'id' | 'at' | 'text' | 'takingBack'>
  onClose: () => void
}) {
  const { send, pending, error } = useCall()
  const { revalidate } = useRevalidator()
  async function takeBack(): Promise<void> {
    if ((await send('DELETE /products/timeline/{change}', { params: { change: change.id } })) === null) return
    showToast(t('Unscheduled.'), { tone: 'ok' })
    void revalidate()
    onClose()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Unschedule')}
      lines={[[whenText(change.at), change.text]]}
      warning={change.takingBack ?? undefined}
      confirmLabel={t('Unschedule')}
      pending={pending}
      error={error}
      onConfirm={() => void takeBack()}
    />
  )
}
