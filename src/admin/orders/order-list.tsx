import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { STAFF_STAGES, type StaffStage } from '#shop/orders/rules.ts'
import type { ListedStaffOrder, SavedView } from '#shop/orders/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { PARCEL } from '#ui/drawings.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import type { View } from '../parts/list-frame.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { phoneText } from '../parts/phone.ts'
import { RowCard } from '../parts/row-card.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { piecesText, productText, stageText, statusTone } from './labels.ts'
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
      actions={
        <>
          <ViewActions key={query.toString()} kept={kept} stage={stage} q={q} />
          {may('POST /draft-orders') ? (
            <LinkButton to="/orders/new" variant="outline" size="sm">
              {t('New order')}
            </LinkButton>
          ) : null}
        </>
      }
      views={viewsOf(stages, views, q)}
      viewParameter="stage"
      isSearchOverAll
      searchHint={t('Number, name, phone, PIN, SKU')}
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/orders/${id}`}
      next={next}
      empty={{
        drawing: PARCEL,
        title: q === '' ? t('No orders here') : t('Nothing found'),
        line:
          q === ''
            ? t('New orders appear here.')
            : t('Try an order number or its last four digits, a name, phone, PIN or tracking number.'),
      }}
      columns={[
        { id: 'order', head: t('Order'), cell: ({ number }) => <span className="whitespace-nowrap">{number}</span> },
        { id: 'to', head: t('Customer'), cell: (row) => <To row={row} /> },
        { id: 'what', head: t('Items'), isWide: true, cell: (row) => <Items row={row} /> },
        { id: 'state', head: t('Status'), cell: (row) => <State row={row} /> },
        { id: 'city', head: t('Place'), isExtra: true, cell: ({ city, pin }) => [city, pin].filter(Boolean).join(' ') },
        { id: 'pieces', head: t('Pieces'), isNumber: true, isExtra: true, cell: ({ pieces }) => pieces },
        { id: 'at', head: t('Time'), isExtra: true, cell: ({ at }) => <When at={at} /> },
        {
          id: 'age',
          head: t('Paid'),
          isMinor: true,
          cell: ({ age }) => <span className="whitespace-nowrap">{age}</span>,
        },
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
        <RowCard
          picture={<Thumb picture={row.picture} width={40} />}
          title={[row.number, row.total === null ? null : formatRupees(row.total)].filter(Boolean).join(' · ')}
          side={row.age}
          line={[row.name, phoneText(row.phone ?? ''), row.city].filter(Boolean).join(', ')}
          tag={<Tag tone={statusTone(row)}>{row.statusText}</Tag>}
          more={<Alarms row={row} />}
        />
      )}
    />
  )
}

/** The stages that come with the shop, then the lists that somebody keeps. While searching, a stage narrows the search. */
function viewsOf(stages: Partial<Record<StaffStage, { text: string }>>, kept: readonly SavedView[], q: string): View[] {
  const search = (stage: string | null, text: string) =>
    new URLSearchParams({ ...(stage === null ? {} : { stage }), ...(text === '' ? {} : { q: text }) }).toString()
  return [
    { label: t('All'), search: `?${search(null, q)}` },
    ...STAFF_STAGES.filter((stage) => stage !== 'to-confirm' || stages[stage]?.text !== '0').map((stage) => ({
      label: stageText(stage),
      search: `?${search(stage, q)}`,
      count: q === '' ? stages[stage]?.text : undefined,
    })),
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
    offerUndo(t('View “{name}” deleted.', { name: view.name }), done.undo)
    void revalidate()
  }
  if (kept !== undefined)
    return kept.mayDelete ? (
      <div className="grid gap-2">
        <Button variant="outline" size="sm" pending={pending} onClick={() => void remove(kept)}>
          {t('Delete view')}
        </Button>
        <FailureNotice text={error} />
      </div>
    ) : null
  // A stage alone is one of the lists already.
  if (q === '' || !may('POST /orders/views')) return null
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {t('Save view')}
      </Button>
      {isOpen ? <SaveViewDialog stage={stage} q={q} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function To({ row: { name, phone, city, pin } }: { row: ListedStaffOrder }) {
  return (
    <span className="block w-40 xl:w-48">
      <TwoLines
        first={name}
        second={[phoneText(phone ?? ''), [city, pin].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      />
    </span>
  )
}

function Items({ row }: { row: ListedStaffOrder }) {
  return (
    <span className="flex items-center gap-3">
      <Thumb picture={row.picture} width={32} />
      <TwoLines first={productText(row)} second={piecesText(row)} />
    </span>
  )
}

function State({ row }: { row: ListedStaffOrder }) {
  return (
    <span
      className={`flex max-w-72 flex-wrap items-center gap-x-2 gap-y-1 ${alarmsOf(row).length > 0 ? 'xl:min-w-44' : ''}`}
    >
      <Tag tone={statusTone(row)}>{row.statusText}</Tag>
      <Alarms row={row} />
    </span>
  )
}

const alarmsOf = ({ late, problems }: ListedStaffOrder) => [late, ...problems].filter((one) => one !== null)

function Alarms({ row }: { row: ListedStaffOrder }) {
  const alarms = alarmsOf(row)
  if (alarms.length === 0) return null
  return (
    <span className="grid text-xs font-bold text-bad">
      {alarms.map((one) => (
        <span key={one} className="wrap-anywhere">
          {one}
        </span>
      ))}
    </span>
  )
}
