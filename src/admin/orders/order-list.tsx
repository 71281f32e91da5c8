import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { STAFF_STAGES, type StaffStage } from '#shop/orders/rules.ts'
import type { ListedStaffOrder, SavedView } from '#shop/orders/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import type { View } from '../parts/list-frame.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { may } from '../session.ts'
import { piecesText, stageText, statusTone } from './labels.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [stage, q, cursor] = [query.get('stage'), query.get('q'), query.get('cursor')]
  const [page, { stages }, views] = await Promise.all([
    load('GET /orders', {
      query: {
        // Safe cast: the server refuses another stage with a sentence.
        ...(stage === null ? {} : { stage: stage as StaffStage }),
        ...(q === null ? {} : { q }),
        ...(cursor === null ? {} : { cursor }),
      },
    }),
    load('GET /orders/counts'),
    load('GET /orders/views'),
  ])
  return { ...page, stages, views: views.items }
}

/** `/admin/orders`: by stage, found by what a caller says, and lists that somebody keeps. */
export function Component() {
  const { items, next, stages, views } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const [stage, q] = [query.get('stage'), query.get('q') ?? '']
  const kept = views.find((view) => (view.stage ?? null) === stage && view.q === q)
  const hasMoney = items.some(({ total }) => total !== null)
  return (
    <ListPage
      title={t('Orders')}
      actions={<ViewActions key={query.toString()} kept={kept} stage={stage} q={q} />}
      views={viewsOf(stages, views, q)}
      viewParameter="stage"
      isSearchOverAll
      searchHint={t('Number, name, phone, PIN, SKU')}
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/orders/${id}`}
      next={next}
      empty={{
        title: q === '' ? t('No orders here') : t('Nothing found'),
        line:
          q === ''
            ? t('What customers order appears here.')
            : t('Try the number, its last four digits, a name, the phone, the PIN or the parcel’s number.'),
      }}
      columns={[
        { id: 'order', head: t('Order'), cell: ({ number }) => <span className="whitespace-nowrap">{number}</span> },
        { id: 'to', head: t('Customer'), cell: (row) => <To row={row} /> },
        { id: 'what', head: t('Items'), cell: (row) => <What row={row} /> },
        { id: 'state', head: t('Status'), cell: (row) => <State row={row} /> },
        { id: 'age', head: t('Paid'), cell: ({ age }) => <span className="whitespace-nowrap">{age}</span> },
        ...(hasMoney
          ? [
              {
                id: 'total',
                head: t('Total'),
                isNumber: true,
                cell: ({ total }: ListedStaffOrder) => (
                  <span className="whitespace-nowrap">{total === null ? '' : formatRupees(total)}</span>
                ),
              },
            ]
          : []),
      ]}
      card={(row) => (
        <span className="flex gap-3">
          <Thumbnail row={row} />
          <span className="grid min-w-0 flex-1 gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-bold">{row.number}</span>
              <span className="text-sm text-ink-3">{row.age}</span>
            </span>
            <span className="wrap-anywhere">
              {[row.name, row.city, row.pin].filter(Boolean).join(', ')}
              {row.total === null ? null : <span className="text-ink-2"> · {formatRupees(row.total)}</span>}
            </span>
            <span className="text-sm text-ink-2 wrap-anywhere">{whatText(row)}</span>
            <State row={row} />
          </span>
        </span>
      )}
    />
  )
}

/** The stages that come with the shop, then the lists that somebody keeps. While searching, a stage narrows the search. */
function viewsOf(stages: Partial<Record<StaffStage, { text: string }>>, kept: readonly SavedView[], q: string): View[] {
  const search = (stage: string | null, text: string) =>
    new URLSearchParams({ ...(stage === null ? {} : { stage }), ...(text === '' ? {} : { q: text }) }).toString()
  return [
    ...STAFF_STAGES.map((stage) => ({
      label: stageText(stage),
      search: `?${search(stage, q)}`,
      count: q === '' ? stages[stage]?.text : undefined,
    })),
    { label: t('All'), search: `?${search(null, q)}` },
    ...kept.map((view) => ({ label: view.name, search: `?${search(view.stage, view.q)}`, count: view.count.text })),
  ]
}

/** Keeps the list that is shown, or deletes it if it's kept. */
function ViewActions({ kept, stage, q }: { kept: SavedView | undefined; stage: string | null; q: string }) {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  async function remove(view: SavedView): Promise<void> {
    const done = await send('DELETE /orders/views/{id}', { params: { id: view.id } })
    if (done === null) return
    offerUndo(t('The list {name} is deleted.', { name: view.name }), done.undo)
    void revalidate()
  }
  if (kept !== undefined)
    return kept.mayDelete ? (
      <div className="grid gap-2">
        <Button variant="outline" size="sm" pending={pending} onClick={() => void remove(kept)}>
          {t('Delete this list')}
        </Button>
        <FailureNotice text={error} />
      </div>
    ) : null
  // A stage alone is one of the lists already.
  if (q === '' || !may('POST /orders/views')) return null
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {t('Save this list')}
      </Button>
      {isOpen ? <SaveViewDialog stage={stage} q={q} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Thumbnail({ row: { picture } }: { row: ListedStaffOrder }) {
  return <Thumb picture={picture} width={64} />
}

function To({ row: { name, city, pin } }: { row: ListedStaffOrder }) {
  return (
    <span className="block max-w-60 wrap-anywhere xl:min-w-32">
      {name}
      <span className="block text-ink-3">{[city, pin].filter(Boolean).join(' ')}</span>
    </span>
  )
}

function What({ row }: { row: ListedStaffOrder }) {
  return (
    <span className="flex max-w-100 gap-3 xl:min-w-48">
      <Thumb picture={row.picture} width={40} className="hidden xl:block" />
      <span className="min-w-0 wrap-break-word">
        {productText(row)}
        <span className="block text-ink-3">{piecesText(row)}</span>
      </span>
    </span>
  )
}

function State({ row }: { row: ListedStaffOrder }) {
  return (
    <span className="flex max-w-72 flex-wrap items-center gap-x-2 gap-y-1">
      <Tag tone={statusTone(row)}>{row.statusText}</Tag>
      {row.late === null ? null : <span className="text-sm font-bold text-bad">{row.late}</span>}
      {row.problems.map((problem) => (
        <span key={problem} className="text-sm font-bold text-bad">
          {problem}
        </span>
      ))}
    </span>
  )
}

const productText = ({ product, moreLines }: ListedStaffOrder) =>
  moreLines > 0 ? t('{product} and {count} more', { product, count: moreLines }) : product

const whatText = (row: ListedStaffOrder) => `${productText(row)} · ${piecesText(row)}`
