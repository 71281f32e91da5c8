import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { EXCHANGE_STATES, type ExchangeState } from '#shop/exchanges/desk-rules.ts'
import type { ListedExchange } from '#shop/exchanges/staff-contract.ts'
import { PARCEL } from '#ui/drawings.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { countText } from '../parts/count-text.ts'
import { ListPage } from '../parts/list-page.tsx'
import { RowCard } from '../parts/row-card.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { When } from '../parts/when.tsx'
import { stateText, stateTone } from './labels.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [state, cursor] = [query.get('state'), query.get('cursor')]
  // Safe cast: the server refuses another state with a sentence.
  const wanted = (state ?? undefined) as ExchangeState | undefined
  return load('GET /exchanges', {
    query: { ...(wanted ? { state: wanted } : {}), ...(cursor === null ? {} : { cursor }) },
  })
}

/** `/admin/exchanges`: by what they wait for. */
export function Component() {
  const { items, next, counts } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const state = query.get('state')
  const views = EXCHANGE_STATES.map((name) => ({
    label: stateText(name),
    search: `?state=${name}`,
    count: countText(counts[name]),
  }))
  return (
    <ListPage
      title={t('Exchanges')}
      views={[{ label: t('All'), search: '' }, ...views]}
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/exchanges/${id}`}
      next={next}
      empty={{
        drawing: PARCEL,
        title: t('No exchanges here'),
        line:
          state === 'waiting' ? t('No exchange needs a decision.') : t('Exchanges that customers request appear here.'),
      }}
      columns={[
        { id: 'order', head: t('Order'), cell: ({ orderNumber }) => orderNumber },
        { id: 'customer', head: t('Customer'), cell: ({ customer }) => customer },
        { id: 'what', head: t('Items'), isWide: true, cell: (row) => <Items row={row} /> },
        { id: 'reason', head: t('Reason'), isMinor: true, cell: (row) => <Reason row={row} /> },
        { id: 'since', head: t('Requested'), cell: ({ requestedAt }) => <When at={requestedAt} /> },
        { id: 'state', head: t('Status'), cell: (row) => <State state={row.state} /> },
      ]}
      card={(row) => (
        <RowCard
          picture={<Thumb picture={row.picture} width={40} />}
          title={`${row.orderNumber} · ${row.customer}`}
          side={<When at={row.requestedAt} />}
          line={changeText(row)}
          tag={<State state={row.state} />}
        />
      )}
    />
  )
}

const State = ({ state }: { state: ExchangeState }) => <Tag tone={stateTone(state)}>{stateText(state)}</Tag>

function Items({ row }: { row: ListedExchange }) {
  return (
    <span className="flex items-center gap-3">
      <Thumb picture={row.picture} width={32} />
      <TwoLines first={`${row.pieces > 1 ? `${row.pieces} × ` : ''}${row.product}`} second={changeText(row)} />
    </span>
  )
}

const changeText = ({ from, to }: ListedExchange) => (from === to ? from : t('{from} → {to}', { from, to }))

function Reason({ row: { reason, problem } }: { row: ListedExchange }) {
  return (
    <span className="block w-56">
      <TwoLines first={reason} second={problem} />
    </span>
  )
}
