import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formatPrice, formatSigned } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { CustomerRecord } from '#shop/customers/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice, Tag, type Tone } from '#ui/parts.tsx'
import { Stars } from '#ui/stars.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useActions } from '../actions.ts'
import { load } from '../api.ts'
import { stateText as exchangeText, stateTone as exchangeTone } from '../exchanges/labels.ts'
import { stateText as messageText, stateTone as messageTone } from '../messages/labels.ts'
import { downloadFile } from '../parts/download.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { phoneHref, phoneText } from '../parts/phone.ts'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { CreditDialog } from './credit-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => load('GET /customers/{id}', { params: { id } })

/** `/admin/customers/ID`: a customer with all that they bought, sent back, wrote and wait for. */
export function Component() {
  const customer = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isErasing, setIsErasing] = useState(false)
  const [isSigningOut, setIsSigningOut] = useState(false)
  const [isGiving, setIsGiving] = useState(false)
  const { id, name, erasure, credit, refusals } = customer
  const { error, send } = useCall()
  const forgive = useCallback(async (): Promise<void> => {
    if ((await send('POST /customers/{id}/forgive', { params: { id } })) === null) return
    showToast(t('Forgiven. Cash on delivery is offered again.'), { tone: 'ok' })
    void revalidate()
  }, [id, send, revalidate])
  const actions = useMemo(
    () => [
      ...(may('GET /customers/{id}/export')
        ? [
            {
              id: 'export',
              label: t('Export all data'),
              run: () => void downloadFile(`/customers/${id}/export`, `customer-${id}.json`),
            },
          ]
        : []),
      ...(may('POST /customers/{id}/credit') && credit.isUsed
        ? [{ id: 'credit', label: t('Give store credit…'), run: () => setIsGiving(true) }]
        : []),
      ...(may('POST /customers/{id}/forgive') && refusals > 0
        ? [
            {
              id: 'forgive',
              label: t('{refusals, plural, one {Forgive # refused parcel} other {Forgive # refused parcels}}', {
                refusals,
              }),
              run: () => void forgive(),
            },
          ]
        : []),
      { id: 'sign-out', label: t('Sign out everywhere…'), run: () => setIsSigningOut(true) },
      ...(may('POST /customers/{id}/erase')
        ? [{ id: 'erase', label: t('Erase data…'), run: () => setIsErasing(true) }]
        : []),
    ],
    [id, credit.isUsed, refusals, forgive],
  )
  useActions(actions)
  return (
    <RecordPage
      title={name}
      back={{ to: '/customers', label: t('All customers') }}
      aside={<Beside customer={customer} actions={actions} />}
    >
      <FailureNotice text={error} />
      {erasure.requestedAt === null ? null : (
        <Notice tone="warn">
          {t('This customer will be erased once their open orders are done.')} {erasure.waits ?? ''}
        </Notice>
      )}
      <Orders customer={customer} />
      <Exchanges rows={customer.exchanges} />
      <Credit credit={credit} />
      <Messages rows={customer.messages} />
      <Reviews rows={customer.reviews} />
      <Alerts rows={customer.alerts} />
      {isGiving ? (
        <CreditDialog customer={customer} onClose={() => setIsGiving(false)} onGiven={() => void revalidate()} />
      ) : null}
      {isSigningOut ? <SignOutDialog customer={customer} onClose={() => setIsSigningOut(false)} /> : null}
      {isErasing ? (
        <EraseDialog customer={customer} onClose={() => setIsErasing(false)} onLater={() => void revalidate()} />
      ) : null}
    </RecordPage>
  )
}

function Beside({
  customer,
  actions,
}: {
  customer: CustomerRecord
  actions: readonly { id: string; label: string; run: () => void }[]
}) {
  const { email, since, orders, spent, addresses, newsletter } = customer
  const words = { subscribed: t('subscribed'), unconfirmed: t('not confirmed'), none: t('no') }
  return (
    <>
      <Section title={t('Contact')}>
        <Facts
          facts={[
            [
              t('E-mail'),
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>,
            ],
            ...[...new Set(addresses.map(({ phoneNumber }) => phoneNumber).filter(Boolean))].map(
              (phone) =>
                [
                  t('Phone'),
                  <a key={phone} href={phoneHref(phone)}>
                    {phoneText(phone)}
                  </a>,
                ] as const,
            ),
            [t('Customer since'), <When key="since" at={since} />],
            [t('Orders'), t('{orders} paid, {sum}', { orders, sum: formatPrice(spent) })],
            [t('Newsletter'), words[newsletter]],
          ]}
        />
      </Section>
      {addresses.length === 0 ? null : (
        <Section title={t('Addresses')}>
          <ul className="grid gap-3">
            {addresses.map((address) => (
              <li key={JSON.stringify(address)} className="wrap-anywhere">
                {address.isDefault && addresses.length > 1 ? <Tag tone="plain">{t('Default')}</Tag> : null}
                <p>{`${address.firstName} ${address.lastName}`.trim()}</p>
                <p className="text-ink-2">
                  {[address.streetAddress, `${address.townCity} ${address.zipCode}`.trim(), address.state]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {actions.length === 0 ? null : (
        <Section title={t('Account and data')}>
          <div className="flex flex-wrap gap-3">
            {actions.map(({ id, label, run }) => (
              <Button key={id} variant="outline" size="sm" onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

/** A row that leads to its own record. */
function Row({ to, head, tag, children }: { to: string; head: ReactNode; tag?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="-mx-2 block rounded-sm px-2 py-2.5 no-underline hover:bg-sunk">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 font-bold wrap-anywhere">{head}</span>
          {tag}
        </span>
        <span className="block text-sm text-ink-2 wrap-anywhere">{children}</span>
      </Link>
    </li>
  )
}

function Rows({ title, action, children }: { title: string; action?: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Section title={title} action={action}>
      <ul className="grid divide-y divide-line">{children}</ul>
    </Section>
  )
}

const ORDER_STATES: Record<CustomerRecord['latestOrders'][number]['status'], [text: string, tone: Tone]> = {
  ordered: [t('To pack'), 'warn'],
  packaging: [t('To pack'), 'warn'],
  ontheway: [t('On its way'), 'plain'],
  delivered: [t('Delivered'), 'ok'],
  cancelled: [t('Cancelled'), 'bad'],
}

function Orders({ customer: { latestOrders, email } }: { customer: CustomerRecord }) {
  if (latestOrders.length === 0)
    return (
      <Section title={t('Orders')}>
        <p className="text-ink-2">{t('No paid order yet.')}</p>
      </Section>
    )
  return (
    <Rows
      title={t('Orders')}
      action={
        <LinkButton to={`/orders?q=${encodeURIComponent(email)}`} variant="text" size="sm">
          {t('View all orders')}
        </LinkButton>
      }
    >
      {latestOrders.map((order) => {
        const [text, tone] = ORDER_STATES[order.status]
        return (
          <Row key={order.id} to={`/orders/${order.id}`} head={order.orderNumber} tag={<Tag tone={tone}>{text}</Tag>}>
            {order.product}
            {order.lines > 1 ? ` ${t('and {count} more', { count: order.lines - 1 })}` : ''}, {formatPrice(order.total)}
            , <When at={order.orderedAt} />
          </Row>
        )
      })}
    </Rows>
  )
}

const Exchanges = ({ rows }: { rows: CustomerRecord['exchanges'] }) => (
  <Rows title={t('Exchanges')}>
    {rows.map(({ id, orderNumber, product, state, requestedAt }) => (
      <Row
        key={id}
        to={`/exchanges/${id}`}
        head={product}
        tag={<Tag tone={exchangeTone(state)}>{exchangeText(state)}</Tag>}
      >
        {orderNumber}, <When at={requestedAt} />
      </Row>
    ))}
  </Rows>
)

const CREDIT_KINDS: Record<CustomerRecord['credit']['entries'][number]['kind'], string> = {
  given: t('Given'),
  used: t('Used'),
  returned: t('Returned'),
  expired: t('Expired'),
}

function Credit({ credit: { balance, entries } }: Pick<CustomerRecord, 'credit'>) {
  if (entries.length === 0) return null
  return (
    <Section title={t('Store credit: {sum}', { sum: formatPrice(balance) })}>
      <ul className="grid divide-y divide-line">
        {entries.map(({ at, kind, amount, reason, orderId, expiresAt }) => (
          <li key={`${at} ${kind} ${amount} ${expiresAt}`} className="py-2.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-bold">{CREDIT_KINDS[kind]}</span>
              <span>{formatSigned(kind === 'given' || kind === 'returned' ? amount : -amount)}</span>
            </span>
            <span className="block text-sm text-ink-2 wrap-anywhere">
              {orderId === undefined ? reason : <Link to={`/orders/${orderId}`}>{reason}</Link>}
              {reason === '' ? '' : ', '}
              <When at={at} />
              {expiresAt === undefined ? null : (
                <>
                  , {t('ends')} <When at={expiresAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Messages = ({ rows }: { rows: CustomerRecord['messages'] }) => (
  <Rows title={t('Messages')}>
    {rows.map(({ id, state, message, sentAt }) => (
      <Row
        key={id}
        to={`/messages/${id}`}
        head={<When at={sentAt} />}
        tag={<Tag tone={messageTone(state)}>{messageText(state)}</Tag>}
      >
        {message}
      </Row>
    ))}
  </Rows>
)

const Reviews = ({ rows }: { rows: CustomerRecord['reviews'] }) => (
  <Rows title={t('Reviews')}>
    {rows.map(({ id, productName, stars, comment, hidden, answer, createdAt }) => (
      <Row
        key={id}
        to={`/reviews/${id}`}
        head={productName}
        tag={
          hidden ? <Tag tone="plain">{t('Hidden')}</Tag> : answer === null ? null : <Tag tone="ok">{t('Answered')}</Tag>
        }
      >
        <Stars value={stars} /> {comment} <When at={createdAt} />
      </Row>
    ))}
  </Rows>
)

const ALERT_STATES: Record<CustomerRecord['alerts'][number]['state'], string> = {
  waiting: t('Waiting'),
  unconfirmed: t('Address not confirmed'),
  told: t('Notified'),
}

function Alerts({ rows }: { rows: CustomerRecord['alerts'] }) {
  return (
    <Rows title={t('Back-in-stock alerts')}>
      {rows.map(({ product, productName, color, size, since, state, toldAt }) => (
        <Row
          key={`${product} ${color} ${size} ${since}`}
          to={`/products/${product}`}
          head={`${productName}, ${color}, ${size}`}
          tag={<Tag tone={state === 'waiting' ? 'warn' : 'plain'}>{ALERT_STATES[state]}</Tag>}
        >
          {t('since')} <When at={since} />
          {toldAt === null ? null : (
            <>
              , {t('notified')} <When at={toldAt} />
            </>
          )}
        </Row>
      ))}
    </Rows>
  )
}
