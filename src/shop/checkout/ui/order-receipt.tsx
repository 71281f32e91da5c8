import type { ReactNode } from 'react'
import { formatPrice } from '#platform/money.ts'
import { weekDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import { Card, PageHead, WITH_SUMMARY } from '#ui/parts.tsx'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { addressLine } from '../../addresses/rules.ts'
import { pictureUrlOf, subtotalOf } from '../../cart/line-availability.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { Order } from '../../orders/contract.ts'
import { isPlaced, type PublicOrderState } from '../client.ts'
import { PAYMENT_RETURNED } from '../messages.ts'

type Props = {
  /** Null if the page was opened without an order. */
  orderId: string | null
  /** Null if not known, because nobody is logged in or the request failed. */
  state: PublicOrderState | null
  order: Order | null
}

/** The end of a purchase (SPEC 2): order number, items, dates and links. A reload shows the same. */
export function OrderReceipt({ orderId, state, order }: Props) {
  if (orderId === null || state === null) return <ReceiptWithoutOrder orderId={orderId} />
  if (!isPlaced(state)) return <UnpaidOrder state={state} orderId={orderId} />
  return order === null ? <ReceiptWithoutOrder orderId={orderId} /> : <PlacedOrder order={order} />
}

function PlacedOrder({ order }: { order: Order }) {
  return (
    <>
      <PageHead title={t('Order complete')}>{t('Thank you. We’ve e-mailed you the details.')}</PageHead>
      <div className={WITH_SUMMARY}>
        <Card>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Fact name={t('Order number')}>
              <span className="select-all">{order.orderNumber}</span>
            </Fact>
            <Fact name={t('Ordered')}>{weekDay(order.orderedDate)}</Fact>
            <Fact name={t('Arriving by')}>{weekDay(order.estimatedDate)}</Fact>
            {order.payment.state === 'due' ? (
              <Fact name={t('To pay in cash')}>{formatPrice(order.payment.due)}</Fact>
            ) : (
              <Fact name={t('Paid')}>{formatPrice(order.totalPrice)}</Fact>
            )}
            <Fact name={t('To')} wide>
              {formatRecipient(order)}
            </Fact>
          </dl>
        </Card>
        <Card>
          <OrderedItems order={order} />
        </Card>
      </div>
      <ReceiptLinks />
    </>
  )
}

function OrderedItems({ order }: { order: Order }) {
  return (
    <ul aria-label={t('What you ordered')} className="grid gap-4">
      {order.productDetails.map((line) => (
        <li key={line._id} className="flex items-start gap-4">
          <PictureOrBlank src={pictureUrlOf(line)} sizes="64px" className="aspect-4/5 w-16 shrink-0 rounded-sm" />
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-bold">{line.productId.name}</span>
            <span className="block text-sm text-ink-2">
              {valueName(line.size)} · {valueName(line.color)} × {line.quantity}
            </span>
            <span className="block text-sm tabular-nums">{formatPrice(subtotalOf([line]))}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : ''}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-bold wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The same page if the order itself can't be shown: its URL was typed, or the session has ended. */
function ReceiptWithoutOrder({ orderId }: { orderId: string | null }) {
  return (
    <>
      <PageHead title={t('Order complete')}>
        {t('You’ll find your orders with their dates and progress in My Orders.')}
      </PageHead>
      {orderId === null ? null : <OrderId orderId={orderId} />}
      <ReceiptLinks />
    </>
  )
}

function OrderId({ orderId }: { orderId: string }) {
  const id = <span className="font-bold break-all select-all">{orderId}</span>
  return (
    <p className="pb-6">
      <Fill text={t('Order number: {orderId}')} orderId={id} />
    </p>
  )
}

function ReceiptLinks() {
  return (
    <div className="flex flex-wrap gap-3 pt-6">
      <LinkButton to="/" variant="primary" className="grow sm:grow-0">
        {t('Back to home')}
      </LinkButton>
      <LinkButton to="/my-orders" variant="outline" className="grow sm:grow-0">
        {t('My Orders')}
      </LinkButton>
    </div>
  )
}

const UNPAID = {
  awaiting_payment: {
    title: t('One moment'),
    text: t(
      'Your bank hasn’t confirmed the payment yet. This page checks again automatically. Please don’t pay twice.',
    ),
    link: { to: '/my-orders', label: t('My Orders') },
  },
  expired: {
    title: t('Not paid'),
    text: t('We didn’t receive a payment for this order, so nothing was sent. Your cart is still here.'),
    link: { to: '/cart-details', label: t('Go to cart') },
  },
  refunded: {
    title: t('Payment returned'),
    text: PAYMENT_RETURNED,
    link: { to: '/contact-us', label: t('Contact Us') },
  },
}

function UnpaidOrder({ state, orderId }: { state: keyof typeof UNPAID; orderId: string }) {
  const { title, text, link } = UNPAID[state]
  return (
    <>
      <PageHead title={title}>
        <p role="status">{text}</p>
      </PageHead>
      <OrderId orderId={orderId} />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={link.to}>{link.label}</LinkButton>
        <LinkButton to="/" variant="outline">
          {t('Back to home')}
        </LinkButton>
      </div>
    </>
  )
}

/** Name and address on one line, without empty parts. */
function formatRecipient({ address }: Order): string {
  const name = `${address.firstName} ${address.lastName}`.trim()
  return [name, addressLine(address)].filter(Boolean).join(', ')
}
