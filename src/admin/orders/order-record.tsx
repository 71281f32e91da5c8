import { ClipboardList, type LucideIcon, ReceiptText } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useActions } from '../actions.ts'
import { fileUrl, load } from '../api.ts'
import { AlsoHere } from '../parts/also-here.tsx'
import type { BookedParcel } from '../parts/booking-part.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MenuButton, MoreMenu } from '../parts/more-menu.tsx'
import { RecordPage } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { whenText } from '../parts/when.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { BookingSection } from './booking-section.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DeliveredDialog, NotDeliveredDialog } from './delivered-dialogs.tsx'
import { callText, statusTone } from './labels.ts'
import { Notes } from './notes.tsx'
import { ParcelsSection } from './parcels-section.tsx'
import { PayLinkDialog } from './pay-link-dialog.tsx'
import { CustomerSection, HistorySection, LinesSection, MoneySection } from './record-sections.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { CloseDialog, ReceiveNextDialog, ResendDialog } from './return-dialogs.tsx'
import { ShipDialog } from './ship-dialog.tsx'

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => load('GET /orders/{id}', { params: { id } })

/** What asks for something before it's done. */
const DIALOGS = {
  'POST /orders/{id}/pay-link': PayLinkDialog,
  'POST /orders/{id}/ship': ShipDialog,
  'POST /orders/{id}/parcels/{parcel}/received': ReceiveNextDialog,
  'POST /orders/{id}/resend': ResendDialog,
  'POST /orders/{id}/close': CloseDialog,
  'POST /orders/{id}/refund': RefundDialog,
  'POST /orders/{id}/cancel': CancelDialog,
  'PATCH /orders/{id}/address': AddressDialog,
  'POST /orders/{id}/delivered': DeliveredDialog,
  'POST /orders/{id}/not-delivered': NotDeliveredDialog,
} as const

type Asking = keyof typeof DIALOGS
const isAsking = (name: string): name is Asking => Object.hasOwn(DIALOGS, name)

const FILES: Readonly<Record<string, { url: (order: OrderRecord) => string; Icon: LucideIcon }>> = {
  'GET /orders/{id}/invoice.pdf': { url: ({ id }) => fileUrl(`/orders/${id}/invoice.pdf`), Icon: ReceiptText },
  'GET /orders/{id}/packing-slip.pdf': {
    url: ({ id }) => fileUrl(`/orders/${id}/packing-slip.pdf`),
    Icon: ClipboardList,
  },
}

/** The order of the menu; the note has its own field. */
const MENU = [
  'POST /orders/{id}/confirm',
  'POST /orders/{id}/pay-link',
  'POST /orders/{id}/ship',
  'POST /orders/{id}/parcels/{parcel}/received',
  'POST /orders/{id}/resend',
  'POST /orders/{id}/close',
  'POST /orders/{id}/delivered',
  'POST /orders/{id}/not-delivered',
  'POST /orders/{id}/payment/check',
  'POST /orders/{id}/refund',
  'POST /orders/{id}/cancel',
  'PATCH /orders/{id}/address',
  'GET /orders/{id}/invoice.pdf',
  'GET /orders/{id}/packing-slip.pdf',
]

/** `/admin/orders/ID`: who, what, money, what happened, and the next step as the one filled button. */
export function Component() {
  const order = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Asking | null>(null)
  const [booked, setBooked] = useState<BookedParcel | null>(null)
  const { pending, error, send } = useCall()
  const start = useCallback(
    async (name: string): Promise<void> => {
      if (isAsking(name)) return setOpen(name)
      const file = FILES[name]
      if (file) return void window.open(file.url(order), '_blank', 'noreferrer')
      const params = { id: order.id }
      if (name === 'POST /orders/{id}/confirm') {
        if ((await send(name, { params })) === null) return
        showToast(t('Confirmed. It’s ready to pack.'), { tone: 'ok' })
      }
      if (name === 'POST /orders/{id}/payment/check') {
        const checked = await send(name, { params })
        if (checked === null) return
        const isClear = checked.payment.state !== 'in_doubt'
        showToast(isClear ? checked.payment.title : t('No answer from the bank yet.'), {
          tone: isClear ? 'ok' : 'bad',
        })
      }
      void revalidate()
    },
    [order, send, revalidate],
  )
  const can = useMemo(() => MENU.filter((name) => order.can.includes(name)), [order.can])
  useActions(
    useMemo(() => can.map((name) => ({ id: name, label: callText(name), run: () => void start(name) })), [can, start]),
  )
  const { next } = order
  const others = can.filter((name) => name !== next)
  const Dialog = open === null ? null : DIALOGS[open]
  const hasLeft = order.parcels.some(({ number }) => number === booked?.tracking)
  function done(): void {
    setOpen(null)
    void revalidate()
  }
  return (
    <RecordPage
      title={order.number}
      back={{ to: order.toPack > 0 ? '/orders?stage=to-pack' : '/orders', label: t('All orders') }}
      state={
        <>
          <Tag tone={statusTone(order)}>{order.statusText}</Tag>
          <span className="text-sm text-ink-2">{headText(order)}</span>
          {order.late === null ? null : <span className="text-sm font-bold text-bad">{order.late}</span>}
        </>
      }
      next={
        next === null ? undefined : (
          <Button variant="primary" pending={pending} onClick={() => void start(next)}>
            {callText(next)}
          </Button>
        )
      }
      actions={
        <>
          {others.flatMap((name) => {
            const file = FILES[name]
            return file
              ? [
                  <a
                    key={name}
                    href={file.url(order)}
                    target="_blank"
                    rel="noreferrer"
                    title={callText(name)}
                    className={buttonClass({ variant: 'outline', size: 'sm' })}
                  >
                    <file.Icon size={18} aria-hidden="true" />
                    <span className="sr-only xl:not-sr-only">{callText(name)}</span>
                  </a>,
                ]
              : []
          })}
          {others.every((name) => FILES[name]) ? null : (
            <MoreMenu>
              {others
                .filter((name) => !FILES[name])
                .map((name) => (
                  <MenuButton
                    key={name}
                    isDanger={name === 'POST /orders/{id}/cancel'}
                    onClick={() => void start(name)}
                  >
                    {callText(name)}
                  </MenuButton>
                ))}
            </MoreMenu>
          )}
        </>
      }
      aside={
        <CustomerSection
          order={order}
          onEdit={can.includes('PATCH /orders/{id}/address') ? () => setOpen('PATCH /orders/{id}/address') : null}
        />
      }
    >
      <AlsoHere subject={`order:${order.id}`} />
      <FailureNotice text={error} />
      <Problems order={order} />
      <LinesSection order={order} />
      {/* Another parcel has a booking of its own. */}
      <BookingSection key={order.parcels.length} order={order} onBooked={setBooked} />
      <ParcelsSection order={order} onDone={done} />
      <MoneySection order={order} />
      <HistorySection order={order}>
        <Notes order={order} />
      </HistorySection>
      {Dialog === null ? null : (
        <Dialog order={order} booked={hasLeft ? null : booked} onClose={() => setOpen(null)} onDone={done} />
      )}
    </RecordPage>
  )
}

/** When it was placed, how much it is, and what it came to. */
function headText({ at, lines, money }: OrderRecord): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  return [
    whenText(at, new Date()),
    t('{count, plural, one {# piece} other {# pieces}}', { count }),
    ...(money === null ? [] : [formatPrice(money.total)]),
  ].join(' · ')
}

/** What is wrong, in plain words, and what to tell the customer. */
function Problems({ order: { payment, isSandbox, disputes, refunds, warning } }: { order: OrderRecord }) {
  const open = disputes.filter(({ status }) => status === 'open' || status === 'under_review')
  const lost = disputes.filter(({ status }) => status === 'lost')
  const failed = refunds.filter(({ state }) => state === 'failed')
  return (
    <>
      {isSandbox ? (
        <Notice tone="bad">
          <p>{t('Test payment: no money moves.')}</p>
        </Notice>
      ) : null}
      {payment.state === 'paid' ? null : (
        <Notice tone={payment.state === 'in_doubt' ? 'warn' : 'violet'}>
          <p className="font-bold">{payment.title}</p>
          <p>{payment.text}</p>
          <p>
            {t('If the customer asks:')} “{payment.tell}”
          </p>
        </Notice>
      )}
      {warning === null ? null : (
        <Notice tone="bad">
          <p className="font-bold">{warning}</p>
          {lost.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </Notice>
      )}
      {open.map(({ id, text }) => (
        <Notice key={id} tone="bad">
          <p className="font-bold">{t('The payment is disputed')}</p>
          <p>{text}</p>
        </Notice>
      ))}
      {failed.map(({ id, text }) => (
        <Notice key={id} tone="bad">
          <p className="font-bold">{t('A refund failed')}</p>
          <p>{text}</p>
        </Notice>
      ))}
    </>
  )
}
