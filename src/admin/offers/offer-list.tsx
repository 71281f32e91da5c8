import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { OFFER_STATES, type OfferState } from '#shop/offers/rules.ts'
import type { ListedOffer } from '#shop/offers/staff-contract.ts'
import { offerText } from '#shop/offers/staff-labels.ts'
import { LinkButton } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { countText } from '../parts/count-text.ts'
import { ListPage } from '../parts/list-page.tsx'
import { RowCard } from '../parts/row-card.tsx'
import { wholeRupees } from '../parts/rupees.ts'
import { TwoLines } from '../parts/two-lines.tsx'
import { codeText, daysText, stateOf, stateText } from './labels.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [state, q, cursor] = [query.get('state'), query.get('q'), query.get('cursor')]
  return load('GET /offers', {
    query: {
      // Safe cast: the server refuses another state with a sentence.
      ...(state === null ? {} : { state: state as OfferState }),
      ...(q === null ? {} : { q }),
      ...(cursor === null ? {} : { cursor }),
    },
  })
}

const aboutText = (offer: ListedOffer) => [offerText(offer), codeText(offer)].join(' · ')

/** `/admin/offers`: what comes off by itself, and for codes. */
export function Component() {
  const { items, next, counts } = useLoaderData<typeof loader>()
  const views = OFFER_STATES.map((name) => ({
    label: stateText(name),
    search: `?state=${name}`,
    count: countText(counts[name]),
  }))
  return (
    <ListPage
      title={t('Offers')}
      views={[{ label: t('All'), search: '' }, ...views]}
      searchHint={t('Name, or a code')}
      isSearchOverAll
      actions={
        <LinkButton to="/offers/new" variant="primary" size="sm">
          {t('New offer')}
        </LinkButton>
      }
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/offers/${id}`}
      next={next}
      empty={{
        title: t('No offers here'),
        line: t('Such as 10 % off the first order with the code WELCOME10, or 3 tees for Rs. 999 this weekend.'),
      }}
      columns={[
        {
          id: 'name',
          head: t('Offer'),
          cell: (offer) => <TwoLines first={offer.name} second={aboutText(offer)} />,
          isWide: true,
        },
        {
          id: 'days',
          head: t('Days'),
          cell: (offer) => <span className="whitespace-nowrap">{daysText(offer)}</span>,
          isMinor: true,
        },
        { id: 'used', head: t('Orders'), cell: ({ used }) => used.toLocaleString('en-IN'), isNumber: true },
        { id: 'spent', head: t('Discount given'), cell: ({ spent }) => wholeRupees(spent), isNumber: true },
        { id: 'state', head: t('Status'), cell: (offer) => <State offer={offer} /> },
      ]}
      card={(offer) => (
        <RowCard
          title={offer.name}
          side={t('{count, plural, one {# order} other {# orders}}', { count: offer.used })}
          line={aboutText(offer)}
          tag={<State offer={offer} />}
        />
      )}
    />
  )
}

function State({ offer }: { offer: ListedOffer }) {
  const { text, tone } = stateOf(offer)
  return <Tag tone={tone}>{text}</Tag>
}
