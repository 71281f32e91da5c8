import { useMemo, useRef } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ListedMessage, Thread } from '#shop/contact/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useActions } from '../actions.ts'
import { load } from '../api.ts'
import { actorText } from '../parts/actor-text.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { phoneHref, phoneText } from '../parts/phone.ts'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'
import { AnswerForm } from './answer-form.tsx'
import { stateText, stateTone } from './labels.ts'

export async function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  const [thread, replies] = await Promise.all([
    load('GET /messages/{id}', { params: { id } }),
    load('GET /saved-replies'),
  ])
  const { items } = await load('GET /messages', { query: { state: thread.state } })
  return { thread, replies: replies.items, others: items }
}

/** `/admin/messages/ID`: all that this address wrote and was answered, with its orders; on a wide screen beside the other messages. */
export function Component() {
  const { thread, replies, others } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { id, state, name } = thread
  const { pending, error, send } = useCall()
  const offerUndo = useUndo()
  const isHidden = state === 'hidden'
  const hideText = isHidden ? t('Unhide') : t('Hide')
  async function hide(): Promise<void> {
    const done = await send(isHidden ? 'POST /messages/{id}/show' : 'POST /messages/{id}/hide', { params: { id } })
    if (done === null) return
    offerUndo(
      isHidden ? t('Message of {name} unhidden.', { name }) : t('Message of {name} hidden: no reply needed.', { name }),
      done.undo,
    )
    void revalidate()
  }
  const hideButton = useRef<HTMLButtonElement>(null)
  useActions(useMemo(() => [{ id: 'hide', label: hideText, run: () => hideButton.current?.click() }], [hideText]))
  return (
    <div className="lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Others title={stateText(state)} messages={others} current={id} />
      <RecordPage
        title={name}
        back={{ to: `/messages?state=${state}`, label: t('All messages') }}
        state={<Tag tone={stateTone(state)}>{stateText(state)}</Tag>}
        isOpen={state === 'waiting'}
        actions={
          <Button ref={hideButton} variant="outline" size="sm" pending={pending} onClick={() => void hide()}>
            {hideText}
          </Button>
        }
      >
        <AlsoHere subject={`message:${id}`} />
        <Posts thread={thread} />
        <FailureNotice text={error} />
        {state === 'answered' ? null : (
          <AnswerForm
            thread={thread}
            replies={replies}
            onAnswered={() => {
              showToast(t('Answered by e-mail.'), { tone: 'ok' })
              void revalidate()
            }}
          />
        )}
        <Beside thread={thread} />
      </RecordPage>
    </div>
  )
}

/** The messages of the same status, beside the open one. */
function Others({ title, messages, current }: { title: string; messages: readonly ListedMessage[]; current: string }) {
  return (
    <nav
      aria-label={t('Messages')}
      className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-card lg:block print:hidden"
    >
      <p aria-hidden="true" className="px-4 pt-4 pb-2 text-xs font-bold text-ink-2">
        {title}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {messages.map(({ id, name, message, sentAt }) => (
          <li key={id}>
            <Link
              to={`/messages/${id}`}
              aria-current={id === current || undefined}
              className="grid gap-0.5 px-4 py-2.5 text-sm no-underline -outline-offset-2 hover:bg-sunk aria-[current]:bg-sunk"
            >
              <span className="flex items-baseline justify-between gap-2">
                <span className="min-w-0 truncate font-bold">{name}</span>
                <span className="shrink-0 text-xs text-ink-3">
                  <When at={sentAt} />
                </span>
              </span>
              <span className="truncate text-ink-2">{message}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The messages and their answers, oldest first. */
function Posts({ thread: { id, messages, name } }: { thread: Thread }) {
  return (
    <ol className="grid gap-3">
      {messages.map((post) => (
        <li key={post.id} className="grid gap-3">
          <Post who={name} at={post.sentAt} isOwn={false} isHere={post.id === id}>
            {post.message}
          </Post>
          {post.answer === null || post.answeredAt === null ? (
            <Note post={post} />
          ) : (
            <Post
              who={post.answeredBy === null ? t('Answer') : actorText(post.answeredBy)}
              at={post.answeredAt}
              isOwn
              isHere={false}
            >
              {post.answer}
            </Post>
          )}
        </li>
      ))}
    </ol>
  )
}

function Note({ post: { state } }: { post: Thread['messages'][number] }) {
  if (state === 'answered') return <p className="text-sm text-ink-3">{t('Answered with a later message.')}</p>
  return state === 'hidden' ? <p className="text-sm text-ink-3">{t('Hidden.')}</p> : null
}

type PostProps = { who: string; at: string; isOwn: boolean; isHere: boolean; children: string }

function Post({ who, at, isOwn, isHere, children }: PostProps) {
  return (
    <article
      className={`max-w-[92%] rounded-md border px-4 py-3 ${isOwn ? 'ml-auto border-line bg-sunk' : 'mr-auto bg-card'} ${isHere ? 'border-ink' : 'border-line'}`}
    >
      <p className="text-sm text-ink-3">
        <span className="font-bold text-ink-2">{who}</span> · <When at={at} />
      </p>
      <p className="pt-1 whitespace-pre-line wrap-anywhere">{children}</p>
    </article>
  )
}

function Beside({ thread: { name, email, phone, orders } }: { thread: Thread }) {
  const facts = [
    [t('Name'), name],
    [
      t('E-mail'),
      <a key="e" href={`mailto:${email}`}>
        {email}
      </a>,
    ],
    [
      t('Phone'),
      <a key="p" href={phoneHref(phone)}>
        {phoneText(phone)}
      </a>,
    ],
  ] as const
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Section title={t('Customer')}>
        <Facts facts={facts} />
      </Section>
      <Section title={t('Orders')}>
        {orders.length === 0 ? (
          <p className="text-ink-3">{t('This address has no orders.')}</p>
        ) : (
          <ul className="grid gap-1">
            {orders.map((order) => (
              <li key={order.id} className="border-b border-line last:border-0">
                <Link to={`/orders/${order.id}`} className="block min-h-11 py-2 no-underline hover:underline">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    <span className="font-bold">{order.orderNumber}</span>
                    <span className="tabular-nums">{formatPrice(order.total)}</span>
                  </span>
                  <span className="block text-sm text-ink-2 wrap-anywhere">
                    {order.product}
                    {order.lines > 1 ? ` + ${order.lines - 1}` : ''}
                  </span>
                  <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
                    <span>
                      {statusText(order.status)} · <When at={order.orderedAt} />
                    </span>
                    {order.isNamed ? <Tag tone="violet">{t('Named in the message')}</Tag> : null}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

function statusText(status: Thread['orders'][number]['status']): string {
  switch (status) {
    case 'ordered':
      return t('Ordered')
    case 'packaging':
      return t('Packing')
    case 'ontheway':
      return t('On its way')
    case 'delivered':
      return t('Delivered')
    case 'cancelled':
      return t('Cancelled')
  }
}
