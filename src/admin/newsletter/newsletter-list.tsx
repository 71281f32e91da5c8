import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ListedNewsletter } from '#shop/contact/newsletter-contract.ts'
import { Button } from '#ui/button.tsx'
import { ENVELOPE } from '#ui/drawings.ts'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { DownloadButton } from '../parts/download-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ListPage } from '../parts/list-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { mailsText, stateText, stateTone, subjectText } from './labels.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  return load('GET /newsletters', { query: cursor === null ? {} : { cursor } })
}

/** `/admin/newsletter`: drafts, and what was sent. */
export function Component() {
  const { items, next, subscribers } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { pending, error, send } = useCall()
  async function begin(): Promise<void> {
    const draft = await send('POST /newsletters', { body: { subject: '', text: '' } })
    if (draft !== null) void navigate(`/newsletter/${draft.id}`)
  }
  return (
    <ListPage
      title={t('Newsletter')}
      actions={
        <div className="flex flex-wrap gap-2">
          {may('GET /newsletter.csv') ? (
            <DownloadButton label={t('Export subscribers')} path="/newsletter.csv" name="newsletter.csv" />
          ) : null}
          <Button variant="primary" size="sm" pending={pending} onClick={() => void begin()}>
            {t('New newsletter')}
          </Button>
        </div>
      }
      rows={items}
      idOf={({ id }) => id}
      linkOf={({ id }) => `/newsletter/${id}`}
      next={next}
      empty={{
        drawing: ENVELOPE,
        title: t('No newsletter yet'),
        line: t('Write it, send yourself a test, then send it to everyone.'),
      }}
      columns={[
        { id: 'subject', head: t('Subject'), cell: ({ subject }) => subjectText(subject) },
        { id: 'state', head: t('Status'), cell: (row) => <State row={row} /> },
        { id: 'at', head: t('Last changed'), cell: ({ at }) => <When at={at} /> },
        { id: 'sent', head: t('Recipients'), cell: (row) => <Progress row={row} />, isNumber: true },
      ]}
      card={(row) => (
        <span className="grid gap-1">
          <span className="flex flex-wrap items-start justify-between gap-2">
            <span className="min-w-0 font-bold wrap-anywhere">{subjectText(row.subject)}</span>
            <State row={row} />
          </span>
          <span className="text-sm text-ink-3">
            <When at={row.at} />
            {row.state === 'draft' ? null : (
              <>
                , <Progress row={row} />
              </>
            )}
          </span>
        </span>
      )}
    >
      <p className="pb-4 text-ink-2">
        {t(
          '{count, plural, =0 {No confirmed subscribers} one {# confirmed subscriber} other {# confirmed subscribers}}',
          {
            count: subscribers,
          },
        )}
      </p>
      <FailureNotice text={error} />
    </ListPage>
  )
}

const State = ({ row: { state } }: { row: ListedNewsletter }) => <Tag tone={stateTone(state)}>{stateText(state)}</Tag>

function Progress({ row: { state, sent, recipients } }: { row: ListedNewsletter }) {
  if (state === 'draft') return null
  return state === 'sent' ? mailsText(sent) : t('{sent} of {recipients}', { sent, recipients })
}
