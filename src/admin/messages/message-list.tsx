import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import { MESSAGE_STATES, type MessageState } from '#shop/contact/rules.ts'
import type { ListedMessage } from '#shop/contact/staff-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { ENVELOPE } from '#ui/drawings.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { countText } from '../parts/count-text.ts'
import { ListPage } from '../parts/list-page.tsx'
import { RowCard } from '../parts/row-card.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { When } from '../parts/when.tsx'
import { stateText, stateTone } from './labels.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const [state, cursor] = [query.get('state'), query.get('cursor')]
  // Safe cast: the server refuses another state with a sentence.
  const wanted = (state ?? undefined) as MessageState | undefined
  return load('GET /messages', {
    query: { ...(wanted ? { state: wanted } : {}), ...(cursor === null ? {} : { cursor }) },
  })
}

/** `/admin/messages`: what customers wrote, waiting ones first. */
export function Component() {
  const { items, next, counts } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const views = MESSAGE_STATES.map((name) => ({
    label: stateText(name),
    search: `?state=${name}`,
    count: countText(counts[name]),
  }))
  return (
    <ListPage
      title={t('Messages')}
      actions={
        <LinkButton to="/messages/saved-replies" variant="outline" size="sm">
          {t('Saved replies')}
        </LinkButton>
      }
      views={[{ label: t('All'), search: '' }, ...views]}
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/messages/${id}`}
      next={next}
      empty={{
        drawing: ENVELOPE,
        title: t('No messages here'),
        line:
          query.get('state') === 'waiting'
            ? t('Every message is answered.')
            : t('Messages from customers appear here.'),
      }}
      columns={[
        { id: 'name', head: t('From'), cell: (row) => <From row={row} /> },
        {
          id: 'message',
          head: t('Message'),
          isWide: true,
          cell: ({ message }) => <span className="line-clamp-2">{message}</span>,
        },
        { id: 'at', head: t('Sent'), cell: ({ sentAt }) => <When at={sentAt} /> },
        { id: 'state', head: t('Status'), cell: (row) => <State state={row.state} /> },
      ]}
      card={(row) => (
        <RowCard
          title={row.name}
          side={<When at={row.sentAt} />}
          line={row.message}
          tag={<State state={row.state} />}
        />
      )}
    />
  )
}

const State = ({ state }: { state: MessageState }) => <Tag tone={stateTone(state)}>{stateText(state)}</Tag>

function From({ row: { name, email, ofAddress } }: { row: ListedMessage }) {
  return (
    <span className="block w-48 xl:w-64">
      <TwoLines first={ofAddress > 1 ? `${name} (${ofAddress})` : name} second={email} />
    </span>
  )
}
