import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPrice, formatSigned } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { addressLines } from '#shop/orders/rules.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Tag, type Tone } from '#ui/parts.tsx'
import { fileUrl } from '../api.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { phoneHref, phoneText } from '../parts/phone.ts'
import { Facts, Section, Timeline } from '../parts/record-page.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { moneyRows } from './labels.ts'

/** A link in a section of the record. */
export const LINK = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:decoration-2'

interface Props {
  order: OrderRecord
}

/** What was bought, with its place in the stockroom. */
export function LinesSection({ order: { lines } }: Props) {
  // The order's own tag says it if it's true of all.
  const isMixed = lines.some(({ shipped, cancelled }) => shipped + cancelled > 0)
  return (
    <Section title={t('Items')}>
      <ul className="grid gap-4">
        {lines.map((line) => (
          <li key={line.sku} className="flex gap-3">
            <Thumb picture={line.picture} width={48} />
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-bold">{line.name}</p>
              <p>
                {line.color}, {line.size}
              </p>
              <p className="text-sm text-ink-3">
                {[line.sku, line.place === null ? '' : t('shelf {place}', { place: line.place })]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className="flex flex-wrap gap-x-2 gap-y-1 pt-1 empty:hidden">
                {isMixed && line.unshipped > 0 ? (
                  <Tag tone="warn">{t('{count} to pack', { count: line.unshipped })}</Tag>
                ) : null}
                {line.shipped > 0 ? <Tag tone="violet">{t('{count} sent', { count: line.shipped })}</Tag> : null}
                {line.cancelled > 0 ? (
                  <Tag tone="plain">{t('{count} cancelled or returned', { count: line.cancelled })}</Tag>
                ) : null}
                {line.exchanging > 0 ? (
                  <Tag tone="warn">{t('{count} in exchange', { count: line.exchanging })}</Tag>
                ) : null}
              </p>
            </div>
            <p className="grid shrink-0 gap-x-4 self-start text-right tabular-nums sm:grid-flow-col">
              <span className="text-ink-2">
                {line.price === null ? `× ${line.quantity}` : `${formatPrice(line.price)} × ${line.quantity}`}
              </span>
              {line.price === null ? null : <span className="min-w-20">{formatPrice(line.price * line.quantity)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const REFUND_TONES = {
  due: 'warn',
  pending: 'warn',
  done: 'ok',
  failed: 'bad',
  withdrawn: 'plain',
} as const satisfies Record<OrderRecord['refunds'][number]['state'], Tone>

/** The sums of the order, its refunds and its documents. */
export function MoneySection({ order }: Props) {
  const { id, money, payment, refunds, invoice, closingNote } = order
  if (money === null) return null
  return (
    <Section title={t('Payment')}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        {moneyRows(order).map(([name, amount]) => (
          <div key={name} className={`contents ${name === t('Total') ? 'font-bold' : ''}`}>
            <dt>{name}</dt>
            <dd className="text-right tabular-nums">{formatSigned(amount)}</dd>
          </div>
        ))}
      </dl>
      {payment.state === 'paid' ? (
        <p className="pt-3 text-sm text-ink-3 wrap-anywhere">{`${payment.text} ${payment.id ?? ''}`}</p>
      ) : null}
      {refunds.length === 0 ? null : (
        <ul className="grid gap-3 pt-4">
          {refunds.map(({ id: refund, amount, state, text, at, reason, creditNote }) => (
            <li key={refund} className="border-t border-line pt-3 wrap-anywhere">
              <p className="flex flex-wrap items-center gap-2 font-bold">
                {t('Refund of {amount}', { amount: formatPrice(amount) })}
                <Tag tone={REFUND_TONES[state]}>{text}</Tag>
              </p>
              {reason ? <p>{reason}</p> : null}
              <p className="flex flex-wrap gap-x-3 text-sm text-ink-3">
                <When at={at} />
                {creditNote !== null && may('GET /orders/{id}/credit-notes/{refund}') ? (
                  <a
                    href={fileUrl(`/orders/${id}/credit-notes/${refund}`)}
                    target="_blank"
                    rel="noreferrer"
                    className={LINK}
                  >
                    {t('Credit note {number}', { number: creditNote })}
                  </a>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
      {invoice === null ? null : (
        <p className="pt-4">
          <a href={fileUrl(`/orders/${id}/invoice.pdf`)} target="_blank" rel="noreferrer" className={LINK}>
            {t('Invoice {number}', { number: invoice })}
          </a>
        </p>
      )}
      {closingNote === null || !may('GET /orders/{id}/credit-notes/{refund}') ? null : (
        <p className="pt-2">
          <a
            href={fileUrl(`/orders/${id}/credit-notes/${closingNote.id}`)}
            target="_blank"
            rel="noreferrer"
            className={LINK}
          >
            {t('Credit note {number}', { number: closingNote.number })}
          </a>
        </p>
      )}
    </Section>
  )
}

/** The place on a map, by its words without the person. */
function mapOf({ streetAddress, townCity, zipCode, country }: OrderRecord['address']): string {
  const query = new URLSearchParams({ query: [streetAddress, townCity, zipCode, country].filter(Boolean).join(', ') })
  return `https://www.openstreetmap.org/search?${query}`
}

export function CustomerSection({ order, onEdit }: Props & { onEdit: (() => void) | null }) {
  const { customer, address, note, gstin } = order
  const phone = address.phoneNumber
  const place = addressLines({ ...address, phoneNumber: '' })
  const email = customer.email ?? address.email
  const facts = [
    [
      t('Account'),
      customer.id !== null && may('GET /customers/{id}') ? (
        <Link key="c" className={LINK} to={`/customers/${customer.id}`}>
          {customer.name}
        </Link>
      ) : (
        customer.name
      ),
    ] as const,
    ...(phone === ''
      ? []
      : [
          [
            t('Phone'),
            <a key="p" className={LINK} href={phoneHref(phone)}>
              {phoneText(phone)}
            </a>,
          ] as const,
        ]),
    ...(email
      ? [
          [
            t('E-mail'),
            <a key="e" className={LINK} href={`mailto:${email}`}>
              {email}
            </a>,
          ] as const,
        ]
      : []),
    [
      t('Address'),
      <span key="a" className="grid gap-1">
        <span className="whitespace-pre-line">{place.join('\n')}</span>
        <span className="-ml-3.5 flex flex-wrap">
          <a
            className={buttonClass({ variant: 'text', size: 'sm' })}
            href={mapOf(address)}
            target="_blank"
            rel="noreferrer"
          >
            {t('Open map')}
          </a>
          <CopyButton variant="text" size="sm" text={place.join('\n')} label={t('Copy address')} />
        </span>
      </span>,
    ] as const,
    ...(gstin ? [[t('GSTIN'), gstin] as const] : []),
    ...(note === '' ? [] : [[t('For the courier'), note] as const]),
  ]
  return (
    <Section
      title={t('Customer')}
      action={
        onEdit === null ? null : (
          <Button variant="text" size="sm" className="-mr-3" onClick={onEdit}>
            {t('Edit')}
          </Button>
        )
      }
    >
      <Facts facts={facts} />
    </Section>
  )
}

/** What happened, with the notes of staff above it. */
export function HistorySection({ order: { timeline }, children }: Props & { children: ReactNode }) {
  return (
    <Section title={t('Timeline')}>
      {children}
      <Timeline
        entries={timeline.map(({ at, what, who }, index) => ({
          id: `${at} ${index}`,
          at,
          what,
          ...(who === null ? {} : { who }),
        }))}
      />
    </Section>
  )
}
