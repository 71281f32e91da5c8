import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ProductState } from '#shop/catalog/rules.ts'
import type { ListedProductItem } from '#shop/catalog/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { ListPage } from '../parts/list-page.tsx'
import { MenuLink, MoreMenu } from '../parts/more-menu.tsx'
import { RowCard } from '../parts/row-card.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { may } from '../session.ts'
import { BulkDialog, type BulkTarget } from './bulk-dialog.tsx'
import { stateText, stateTone } from './labels.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const given = new URL(request.url).searchParams
  const query = Object.fromEntries(
    ['q', 'state', 'low', 'cursor'].flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])),
  )
  // Safe cast: the server refuses another filter with a sentence.
  const wanted = query as { q?: string; state?: ProductState; low?: string; cursor?: string }
  const [page, counts] = await Promise.all([load('GET /products', { query: wanted }), load('GET /products/counts')])
  return { ...page, counts }
}

const STATES = ['published', 'draft', 'hidden', 'archived'] as const

/** `/admin/products`: all products, newest first. The address has the filter. */
export function Component() {
  const { items, next, counts } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const [target, setTarget] = useState<BulkTarget | null>(null)
  const views = [
    { label: t('All'), search: '' },
    ...STATES.map((state) => ({
      label: stateText(state),
      search: `?state=${state}`,
      count: counts.states[state].text,
    })),
  ]
  const filter = {
    ...(query.get('q') ? { q: query.get('q') ?? '' } : {}),
    // Safe cast: the list was loaded with it.
    ...(query.get('state') ? { state: query.get('state') as ProductState } : {}),
    ...(query.get('low') ? { low: query.get('low') ?? '' } : {}),
  }
  const canChange = may('POST /products/bulk')
  // Those of another filter aren't on the screen: a bulk change leaves them.
  const shown = JSON.stringify(filter)
  const [choice, setChoice] = useState<{ shown: string; ids: ReadonlySet<string> }>({ shown, ids: new Set() })
  const chosen = choice.shown === shown ? choice.ids : new Set<string>()
  const setChosen = (ids: ReadonlySet<string>) => setChoice({ shown, ids })
  return (
    <>
      <ListPage
        title={t('Products')}
        actions={
          <span className="contents">
            <LinkButton to="/products/timeline" variant="outline" size="sm" className="max-sm:hidden">
              {t('Scheduled changes')}
            </LinkButton>
            {may('POST /imports') ? (
              <LinkButton to="/imports" variant="outline" size="sm" className="max-sm:hidden">
                {t('Import a file')}
              </LinkButton>
            ) : null}
            {may('POST /products') ? (
              <LinkButton variant="primary" to="/products/new" size="sm">
                {t('New product')}
              </LinkButton>
            ) : null}
            <div className="sm:hidden">
              <MoreMenu>
                <MenuLink to="/products/timeline">{t('Scheduled changes')}</MenuLink>
                {may('POST /imports') ? <MenuLink to="/imports">{t('Import a file')}</MenuLink> : null}
              </MoreMenu>
            </div>
          </span>
        }
        views={views}
        searchHint={t('Name, id or SKU')}
        rows={items}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/products/${id}`}
        next={next}
        selection={
          canChange
            ? {
                chosen,
                labelOf: ({ name }) => t('Choose {name}', { name }),
                onChange: (ids, isChosen) => {
                  const rest = [...chosen].filter((id) => !ids.includes(id))
                  setChosen(new Set(isChosen ? [...rest, ...ids] : rest))
                },
              }
            : undefined
        }
        empty={
          query.size > 0
            ? { title: t('No products here'), line: t('Nothing matches this search and view.') }
            : { title: t('No products yet'), line: t('Create the first one, or import a file.') }
        }
        columns={[
          { id: 'name', head: t('Product'), isWide: true, cell: (row) => <Name row={row} /> },
          {
            id: 'state',
            head: t('Status'),
            cell: ({ state }) => <Tag tone={stateTone(state)}>{stateText(state)}</Tag>,
          },
          { id: 'price', head: t('Price'), isNumber: true, cell: (row) => <Price row={row} /> },
          { id: 'stock', head: t('In stock'), isNumber: true, cell: (row) => <Stock row={row} /> },
        ]}
        card={(row) => (
          <RowCard
            picture={<Thumb picture={row.picture} width={40} />}
            title={row.name}
            side={priceText(row)}
            line={t('In stock {count}', { count: row.stock.toLocaleString('en-IN') })}
            tag={
              // Most are published: the name needs the room.
              row.state !== 'published' ? (
                <Tag tone={stateTone(row.state)}>{stateText(row.state)}</Tag>
              ) : row.soldOut > 0 ? (
                <Tag tone="bad">{soldOutText(row)}</Tag>
              ) : null
            }
          />
        )}
      >
        {canChange && items.length > 0 && (chosen.size > 0 || query.size > 0) ? (
          <div className="flex flex-wrap items-center gap-2 pb-3">
            {chosen.size > 0 ? (
              <>
                <Button size="sm" variant="outline" onClick={() => setTarget({ ids: [...chosen] })}>
                  {t('Edit {count, plural, one {# product} other {# products}}', { count: chosen.size })}
                </Button>
                <Button size="sm" variant="text" onClick={() => setChosen(new Set())}>
                  {t('Clear selection')}
                </Button>
              </>
            ) : null}
            <Button size="sm" variant={chosen.size > 0 ? 'text' : 'outline'} onClick={() => setTarget({ filter })}>
              {Object.keys(filter).length > 0 ? t('Edit all matching') : t('Edit all products')}
            </Button>
          </div>
        ) : null}
      </ListPage>
      {target === null ? null : (
        <BulkDialog
          target={target}
          onClose={(isDone) => {
            setTarget(null)
            if (isDone) setChosen(new Set())
          }}
        />
      )}
    </>
  )
}

function Name({ row: { name, picture } }: { row: ListedProductItem }) {
  return (
    <span className="flex items-center gap-3">
      <Thumb picture={picture} width={32} />
      <span className="wrap-anywhere">{name}</span>
    </span>
  )
}

const priceText = ({ price, priceTo }: ListedProductItem) =>
  priceTo === null ? formatRupees(price) : t('From {price}', { price: formatRupees(price) })

function Price({ row }: { row: ListedProductItem }) {
  const { price, mrp, sale } = row
  return (
    <span className="whitespace-nowrap">
      {priceText(row)}
      {mrp === null || mrp === price ? null : (
        <span className="text-ink-3"> {t('MRP {price}', { price: formatRupees(mrp) })}</span>
      )}
      {sale === null ? null : <span className="block text-xs text-ink-3">{sale}</span>}
    </span>
  )
}

function Stock({ row }: { row: ListedProductItem }) {
  return (
    <span>
      {row.stock.toLocaleString('en-IN')}
      {row.soldOut > 0 ? (
        <span className="block text-xs font-bold whitespace-nowrap text-bad">{soldOutText(row)}</span>
      ) : null}
    </span>
  )
}

const soldOutText = ({ soldOut, variants }: ListedProductItem) =>
  t('{soldOut} of {variants} sold out', { soldOut, variants })
