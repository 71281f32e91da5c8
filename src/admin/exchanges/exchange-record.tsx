import { ArrowDown, ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { DeskAction } from '#shop/exchanges/desk-rules.ts'
import type { ShownExchange } from '#shop/exchanges/staff-contract.ts'
import type { RIGHTS } from '#shop/staff/rights.ts'
import { Button } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { useActions } from '../actions.ts'
import { fileUrl, load } from '../api.ts'
import { LINK } from '../orders/record-sections.tsx'
import { AlsoHere } from '../parts/also-here.tsx'
import { BookingPart, CarriersFailure, useApiCarriers } from '../parts/booking-part.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { phoneHref, phoneText } from '../parts/phone.ts'
import { Facts, RecordPage, Section, Timeline } from '../parts/record-page.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { actionText, methodText, stateLine, stateText, stateTone, stepText } from './labels.ts'
import { ReceiveForm } from './receive-form.tsx'
import { StepDialog } from './step-dialogs.tsx'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => load('GET /exchanges/{id}', { params: { id } })

const CALLS: Readonly<Record<DeskAction, keyof typeof RIGHTS>> = {
  'pay-link': 'POST /exchanges/{id}/pay-link',
  difference: 'POST /exchanges/{id}/difference',
  approve: 'POST /exchanges/{id}/approve',
  pickup: 'POST /exchanges/{id}/approve',
  receive: 'POST /exchanges/{id}/receive',
  ship: 'POST /exchanges/{id}/ship',
  arrived: 'POST /exchanges/{id}/arrived',
  refund: 'POST /exchanges/{id}/refund',
  refuse: 'POST /exchanges/{id}/refuse',
}

/** What comes in is taken in on the record itself; for all else a dialog asks what it needs. */
type Open = Exclude<DeskAction, 'receive'> | null

/** `/admin/exchanges/ID`: what comes in and what goes out, and the next step. */
export function Component() {
  const exchange = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>(null)
  const can = useMemo(() => exchange.can.filter((action) => may(CALLS[action])), [exchange.can])
  useActions(
    useMemo(
      () => can.map((action) => ({ id: action, label: actionText(action), run: () => start(action, setOpen) })),
      [can],
    ),
  )
  const [next] = can
  const others = can.filter((action) => action !== next && action !== 'receive')
  return (
    <RecordPage
      title={t('{number}, exchange', { number: exchange.orderNumber })}
      back={{ to: `/exchanges?state=${exchange.state}`, label: t('All exchanges') }}
      state={<Tag tone={stateTone(exchange.state)}>{stateText(exchange.state)}</Tag>}
      next={
        next === undefined || next === 'receive' ? undefined : (
          <Button variant="primary" onClick={() => start(next, setOpen)}>
            {actionText(next)}
          </Button>
        )
      }
      isOpen={next === 'receive'}
      actions={others.map((action) => (
        <Button key={action} variant="outline" size="sm" onClick={() => start(action, setOpen)}>
          {actionText(action)}
        </Button>
      ))}
      aside={<Aside exchange={exchange} />}
    >
      <AlsoHere subject={`exchange:${exchange.id}`} />
      <p className="text-ink-2">{stateLine(exchange)}</p>
      <Difference exchange={exchange} />
      {exchange.fee > 0 ? (
        <p className="text-ink-2">
          {t('This includes the fee of {amount}: it isn’t the order’s first exchange.', {
            amount: formatPrice(exchange.fee),
          })}
        </p>
      ) : null}
      {exchange.refusal === null ? null : <Notice tone="bad">{exchange.refusal}</Notice>}
      <Pieces exchange={exchange} />
      {exchange.can.includes('pickup') ? <PickupSection exchange={exchange} onChange={revalidate} /> : null}
      {can.includes('receive') ? (
        <ReceiveForm exchange={exchange} isNext={next === 'receive'} onDone={revalidate} />
      ) : null}
      <Section title={t('Customer’s note')}>
        <p className="font-bold">{exchange.reason}</p>
        <p className="whitespace-pre-line wrap-anywhere">{exchange.problem}</p>
        <Photos exchange={exchange} />
      </Section>
      {open === null ? null : (
        <StepDialog
          action={open}
          exchange={exchange}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void revalidate()
          }}
        />
      )}
    </RecordPage>
  )
}

/** Has a carrier fetch the old piece. Nothing without a carrier's keys. */
function PickupSection({ exchange: { id, pickup }, onChange }: { exchange: ShownExchange; onChange: () => void }) {
  const { carriers, ...reading } = useApiCarriers()
  if (carriers.length === 0 && reading.failure === null) return null
  return (
    <Section title={t('Pick-up of the old piece')}>
      <CarriersFailure {...reading} />
      <BookingPart
        carriers={carriers}
        exchangeId={id}
        hasPickup={pickup !== null}
        onBooked={(parcel) => {
          if ((parcel?.tracking ?? null) !== (pickup?.number ?? null)) onChange()
        }}
      />
    </Section>
  )
}

/** What the customer photographed. */
function Photos({ exchange: { photos, customer } }: { exchange: ShownExchange }) {
  return (
    <ul className="flex flex-wrap gap-4 pt-3 empty:hidden">
      {photos.map(({ id, width, height }, index) => (
        <li key={id} className="w-full max-w-60">
          <a href={fileUrl(`/exchanges/photos/${id}`)} target="_blank" rel="noreferrer" className="block">
            <img
              src={fileUrl(`/exchanges/photos/${id}`)}
              alt={t('Photo {number} of {name}', { number: index + 1, name: customer })}
              width={width}
              height={height}
              loading="lazy"
              className="h-auto max-h-80 w-full rounded-xs bg-sunk object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function start(action: DeskAction, open: (action: Open) => void): void {
  if (action === 'receive') document.getElementById('receive')?.focus()
  else open(action)
}

/** What the replacement costs more or less, and where that money is. */
function Difference({ exchange }: { exchange: ShownExchange }) {
  const { priceDifference, differencePaid, isCancelled } = exchange
  if (priceDifference === 0) return null
  const amount = formatPrice(Math.abs(priceDifference))
  if (differencePaid === null) {
    if (isCancelled) return null
    if (priceDifference > 0)
      return (
        <Notice tone="warn">
          {exchange.fee > 0
            ? t('{amount} is to pay for the exchange. It can be approved once that is paid.', { amount })
            : t('The replacement costs {amount} more. It can be approved once that is paid.', { amount })}
        </Notice>
      )
    return <GivenBack exchange={exchange} />
  }
  const { method, reference, debitNote, backAt } = differencePaid
  const how = [methodText(method), reference].filter(Boolean).join(' ')
  const isKept = isCancelled && backAt === null
  return (
    <>
      {isKept ? (
        <Notice tone="warn">
          {t('The customer paid {amount} for the replacement ({how}). Give it back.', { amount, how })}
        </Notice>
      ) : (
        <p className="text-ink-2">
          {backAt === null
            ? t('The customer paid {amount} for the replacement ({how}).', { amount, how })
            : t('The {amount} that the customer paid ({how}) went back.', { amount, how })}
        </p>
      )}
      {debitNote === null || !may('GET /exchanges/{id}/debit-note.pdf') ? null : (
        <p>
          <a
            href={fileUrl(`/exchanges/${exchange.id}/debit-note.pdf`)}
            target="_blank"
            rel="noreferrer"
            className={LINK}
          >
            {t('Debit note {number}', { number: debitNote })}
          </a>
        </p>
      )}
    </>
  )
}

/** What the replacement costs less, and where that goes. */
function GivenBack({ exchange }: { exchange: ShownExchange }) {
  const { id, priceDifference, differenceTo, differenceWays: ways, differenceAwaitsCash: awaitsCash, state } = exchange
  const { error, send } = useCall()
  const { revalidate } = useRevalidator()
  const less = t('The replacement costs {amount} less.', { amount: formatPrice(-priceDifference) })
  const [way] = ways
  if (way === undefined) return <p className="text-ink-2">{`${less} ${t('That went back to the customer.')}`}</p>
  async function choose(to: 'source' | 'credit'): Promise<void> {
    if ((await send('POST /exchanges/{id}/difference', { params: { id }, body: { to } })) !== null) await revalidate()
  }
  const when = awaitsCash
    ? t('That goes back when the exchange is done and the cash of the order is in.')
    : state === 'done'
      ? t('That goes back to the customer.')
      : t('That goes back when the exchange is done.')
  const labels = { source: t('to where it was paid from'), credit: t('as store credit') }
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">
        {less} {when} {ways.length === 1 && way === 'credit' ? t('It becomes store credit.') : null}
      </p>
      {ways.length > 1 && may('POST /exchanges/{id}/difference') ? (
        <RadioRow
          legend={t('It goes back')}
          name="difference-to"
          value={differenceTo ?? way}
          options={ways.map((value) => ({ value, label: labels[value] }))}
          onChange={(to: 'source' | 'credit') => void choose(to)}
        />
      ) : null}
      <FailureNotice text={error} />
    </div>
  )
}

/** What comes in and what goes out, side by side. */
function Pieces({ exchange: { lines, hold, comesBack } }: { exchange: ShownExchange }) {
  return (
    <Section title={t('Items')}>
      <ul className="grid gap-5">
        {lines.map(({ old, replacement, quantity, name, good, damaged }) => (
          <li key={old.sku} className="grid gap-2">
            <p className="font-bold wrap-anywhere">
              {quantity} × {name}
              {replacement.name === name ? null : ` → ${replacement.name}`}
            </p>
            <div className="grid gap-2 sm:grid-cols-[1fr_auto_1fr]">
              <Piece head={t('Returning')} piece={old} line={old.sku}>
                {good + damaged > 0 && comesBack === 'old' ? receivedText(good, damaged) : null}
              </Piece>
              <ArrowDown size={20} aria-hidden="true" className="mx-auto text-ink-3 sm:hidden" />
              <ArrowRight size={20} aria-hidden="true" className="hidden self-center text-ink-3 sm:block" />
              <Piece head={t('Replacement')} piece={replacement} line={replacement.sku}>
                {replacement.sku === old.sku ? `${t('The same again.')} ` : null}
                {replacement.place === null ? null : `${t('Shelf {place}', { place: replacement.place })}. `}
                {hold === 'held' ? t('Reserved.') : null}
                {replacement.free === null ? null : ` ${t('{count} more available.', { count: replacement.free })}`}
              </Piece>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface Shown {
  color: string | null
  size: string | null
  picture: ShownExchange['picture']
}

function Piece({
  head,
  piece,
  line,
  children,
}: {
  head: string
  piece: Shown
  line: string
  children: React.ReactNode
}) {
  return (
    <div className="flex min-w-0 items-start gap-3 rounded-sm border border-line p-3">
      <Thumb picture={piece.picture} width={80} />
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="text-ink-3">{head}</p>
        <p className="text-base font-bold">
          {piece.color === null ? t('No longer in the catalogue') : `${piece.color} ${piece.size}`}
        </p>
        <p className="text-ink-3">{line}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}

function receivedText(good: number, damaged: number): string {
  return t('{good} fine, {damaged} damaged', { good, damaged })
}

function Aside({ exchange }: { exchange: ShownExchange }) {
  const { customer, address, email, order, orderId, orderNumber, timeline, pickup, tracking } = exchange
  const parcels = [
    [t('Return with'), pickup],
    [t('Replacement with'), tracking],
  ] as const
  const facts = [
    [t('Name'), customer],
    ...(address.phone === ''
      ? []
      : [
          [
            t('Phone'),
            <a key="p" href={phoneHref(address.phone)}>
              {phoneText(address.phone)}
            </a>,
          ] as const,
        ]),
    ...(email
      ? [
          [
            t('E-mail'),
            <a key="e" href={`mailto:${email}`}>
              {email}
            </a>,
          ] as const,
        ]
      : []),
    [
      t('Address'),
      address.lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    ] as const,
    [
      t('Order'),
      <Link key="o" to={`/orders/${orderId}`}>
        {orderNumber}
      </Link>,
    ] as const,
    [t('Delivered'), order.deliveredAt === null ? '–' : <When key="d" at={order.deliveredAt} />] as const,
    ...parcels.flatMap(([name, parcel]) =>
      parcel === null ? [] : [[name, <Parcel key={name} parcel={parcel} />] as const],
    ),
  ] as const
  return (
    <>
      <Section title={t('Customer')}>
        <Facts facts={facts} />
      </Section>
      <Section title={t('Timeline')}>
        <Timeline
          entries={timeline.map(({ at, what, by, parcel }) => ({
            id: what,
            at,
            what:
              parcel === null
                ? stepText(what, exchange)
                : `${stepText(what, exchange)}: ${parcel.carrier} ${parcel.number}`,
            ...(by === null ? {} : { who: by }),
          }))}
        />
      </Section>
    </>
  )
}

function Parcel({ parcel: { carrier, number, url } }: { parcel: NonNullable<ShownExchange['tracking']> }) {
  return url === null ? (
    `${carrier} ${number}`
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {carrier} {number}
    </a>
  )
}
