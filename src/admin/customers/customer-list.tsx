import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ListedCustomer } from '#shop/customers/staff-contract.ts'
import { load } from '../api.ts'
import { DownloadButton } from '../parts/download-button.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { phoneText } from '../parts/phone.ts'
import { RowCard } from '../parts/row-card.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [q, cursor] = [query.get('q'), query.get('cursor')]
  return load('GET /customers', {
    query: { ...(q === null ? {} : { q }), ...(cursor === null ? {} : { cursor }) },
  })
}

/** `/admin/customers`: customers with an account, found by what they say. */
export function Component() {
  const { items, next } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  return (
    <ListPage
      title={t('Customers')}
      actions={
        may('GET /customers.csv') ? (
          <DownloadButton label={t('Export CSV')} path="/customers.csv" name="customers.csv" />
        ) : null
      }
      searchHint={t('Phone, name, e-mail or order number')}
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/customers/${id}`}
      next={next}
      empty={
        query.has('q')
          ? {
              title: t('No customers found'),
              line: t('Try a phone number, part of a name, or an order number.'),
            }
          : { title: t('No customers yet'), line: t('Customers appear here once they sign in.') }
      }
      columns={[
        {
          id: 'name',
          head: t('Name'),
          isWide: true,
          cell: ({ name, email }) => <TwoLines first={name} second={email} />,
        },
        {
          id: 'phone',
          head: t('Phone'),
          cell: ({ phone }) => <span className="whitespace-nowrap">{phoneText(phone)}</span>,
        },
        {
          id: 'place',
          head: t('Place'),
          isMinor: true,
          cell: (row) => <span className="whitespace-nowrap">{placeText(row)}</span>,
        },
        { id: 'orders', head: t('Orders'), cell: ({ orders }) => orders, isNumber: true },
        { id: 'spent', head: t('Paid'), cell: ({ spent }) => formatPrice(spent), isNumber: true },
        { id: 'last', head: t('Last order'), cell: (row) => <Last row={row} /> },
      ]}
      card={(row) => (
        <RowCard
          title={row.name || row.email}
          side={<Last row={row} />}
          line={[phoneText(row.phone), placeText(row)].filter(Boolean).join(', ')}
          tag={
            <span className="text-xs text-ink-3">
              {t('{count, plural, =0 {No orders} one {# order} other {# orders}}', { count: row.orders })}
              {row.orders > 0 ? ` · ${formatPrice(row.spent)}` : ''}
            </span>
          }
        />
      )}
    />
  )
}

const Last = ({ row: { lastOrderAt } }: { row: ListedCustomer }) =>
  lastOrderAt === null ? null : <When at={lastOrderAt} />

const placeText = ({ city, pin }: ListedCustomer) => [city, pin].filter(Boolean).join(' ')
