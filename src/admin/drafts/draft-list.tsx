import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { DRAFT_STATES, type DraftState } from '#shop/drafts/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { PARCEL } from '#ui/drawings.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { ListPage } from '../parts/list-page.tsx'
import { phoneText } from '../parts/phone.ts'
import { RowCard } from '../parts/row-card.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { When } from '../parts/when.tsx'
import { SOURCE_TEXTS, STATE_TEXTS, STATE_TONES } from './labels.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [state, cursor] = [query.get('state'), query.get('cursor')]
  return load('GET /draft-orders', {
    query: {
      // Safe cast: the server refuses another state with a sentence.
      ...(state === null ? {} : { state: state as DraftState }),
      ...(cursor === null ? {} : { cursor }),
    },
  })
}

/** `/admin/draft-orders`: orders entered for somebody, newest first. */
export function Component() {
  const { items, next } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={t('Draft orders')}
      actions={
        <LinkButton to="/orders/new" variant="outline" size="sm">
          {t('New order')}
        </LinkButton>
      }
      views={[
        { label: t('All'), search: '?' },
        ...DRAFT_STATES.map((state) => ({ label: STATE_TEXTS[state], search: `?state=${state}` })),
      ]}
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/draft-orders/${id}`}
      next={next}
      empty={{
        drawing: PARCEL,
        title: t('No draft orders'),
        line: t('Orders you take on WhatsApp, by phone or at a stall appear here, each with its payment link.'),
      }}
      columns={[
        {
          id: 'customer',
          head: t('Customer'),
          isWide: true,
          cell: ({ customer }) => <TwoLines first={customer.name} second={phoneText(customer.phone)} />,
        },
        { id: 'source', head: t('Source'), isMinor: true, cell: ({ source }) => SOURCE_TEXTS[source] },
        { id: 'pieces', head: t('Pieces'), cell: ({ pieces }) => pieces, isNumber: true },
        { id: 'total', head: t('Total'), cell: ({ total }) => formatPrice(total), isNumber: true },
        { id: 'until', head: t('Reserved until'), cell: ({ holdUntil }) => <When at={holdUntil} /> },
        {
          id: 'state',
          head: t('Status'),
          cell: ({ state, order }) => (
            <Tag tone={STATE_TONES[state]}>{order === null ? STATE_TEXTS[state] : order.number}</Tag>
          ),
        },
      ]}
      card={(row) => (
        <RowCard
          title={[row.customer.name, formatPrice(row.total)].join(' · ')}
          side={<When at={row.holdUntil} />}
          line={[SOURCE_TEXTS[row.source], phoneText(row.customer.phone)].join(', ')}
          tag={
            <Tag tone={STATE_TONES[row.state]}>{row.order === null ? STATE_TEXTS[row.state] : row.order.number}</Tag>
          }
        />
      )}
    />
  )
}
