import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { readSession } from '#platform/browser/session.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { WITH_SUMMARY } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { Address } from '../../addresses/contract.ts'
import { addressTitle, type Destination } from '../../addresses/rules.ts'
import type { CartLine } from '../../cart/contract.ts'
import { loadCredit } from '../../credit/client.ts'
import { pinOf } from '../../delivery/rules.ts'
import { useCharges } from '../../delivery/use-charges.ts'
import type { Charges } from '../../pricing/rules.ts'
import type { QuoteAnswer } from '../contract.ts'
import { ADDRESS_MISSING, NO_USER } from '../messages.ts'
import type { Submission } from '../payment-flow.ts'
import { contactOf } from '../provider-dialog.ts'
import type { Extras } from './order-extras.tsx'
import { totalsOf } from './order-summary.tsx'
import type { Method } from './pay-methods.tsx'
import { PayPanel } from './pay-panel.tsx'
import { usePayment } from './use-payment.ts'

const QuotedOffers = lazyComponent(async () => (await import('./quoted-offers.tsx')).QuotedOffers)
const PayMethods = lazyComponent(async () => (await import('./pay-methods.tsx')).PayMethods)
const CreditTick = lazyComponent(async () => (await import('./credit-tick.tsx')).CreditTick)
const PaymentPromise = lazyComponent(async () => (await import('./payment-promise.tsx')).PaymentPromise)
const OrderExtras = lazyComponent(async () => (await import('./order-extras.tsx')).OrderExtras)

type Props = {
  lines: readonly CartLine[]
  /** The chosen address, or null. */
  chosen: Address | null
  /** Where the parcel goes, for its delivery fee: what is typed into an open form, else the chosen address. */
  destination: Destination | null
  /**
   * Saves the address form and returns the shipping address. Null if none is chosen; `invalid` if the form says why.
   */
  saveAddress: () => Promise<Address | 'invalid' | null>
  /** Called if the chosen address is incomplete for a delivery. */
  onUndeliverable: () => void
  /** The logged-in user, whose e-mail the dialog uses if the address has none. */
  user: { name: string; email: string } | null
  /** The choice of addresses. `missing`: Checkout was pressed without one. */
  addresses: (missing: boolean) => ReactNode
  /** Shown when there is nothing to buy. */
  empty: ReactNode
  onPaid: (orderId: string) => void
  /** Called with the message to show if the session has ended. */
  onNoUser: (message: string) => void
  /** Called if prices or stock have changed, so that the cart is reloaded. */
  onStale: () => void
}

/** The checkout page: address, summary, payment (SPEC 2 and 4). */
export function CheckoutPage(props: Props) {
  const {
    lines,
    chosen,
    destination,
    saveAddress,
    onUndeliverable,
    user,
    addresses,
    empty,
    onPaid,
    onNoUser,
    onStale,
  } = props
  const { flow, state } = usePayment({ onPaid, onNoUser })
  const [missing, setMissing] = useState(false)
  const [saving, setSaving] = useState(false)
  const [extras, setExtras] = useState<Extras>({ note: '', phone2: '' })
  // Undefined until the server was asked; with the method that it was asked for.
  const [quote, setQuote] = useState<{ answer: QuoteAnswer | null; method: Method; withCredit: boolean }>()
  const [wanted, setWanted] = useState<Method>('online')
  const [attempt, setAttempt] = useState(0)
  const [hasCredit, setHasCredit] = useState(false)
  const [usesCredit, setUsesCredit] = useState(false)
  useEffect(() => {
    const userId = readSession()?.user.id
    if (userId !== undefined) void loadCredit(userId).then((credit) => setHasCredit(credit !== null))
  }, [])
  const settings = useCharges(destination && pinOf(destination), destination?.country === 'USA')
  const { offers } = settings
  const isAsked = offers.running || settings['cash.on'] || hasCredit
  const current = (isAsked && quote?.answer) || null
  // What was chosen may not be allowed any more, with another address or cart.
  const isCash = wanted === 'cash' && current?.methods.some((one) => one.method === 'cash' && one.allowed) !== false
  const method = isCash ? 'cash' : 'online'
  const hasNote = settings['checkout.note']
  const takesGstin = settings['checkout.gstin'] && settings['shop.gstin'] !== ''
  const onQuote = useCallback(
    (answer: QuoteAnswer | null, quoted: Method, withCredit: boolean) =>
      setQuote({ answer, method: quoted, withCredit }),
    [],
  )
  async function pay(action: 'pay' | 'retry'): Promise<void> {
    if (user === null) return onNoUser(NO_USER)
    setSaving(true)
    const address = await saveAddress()
    setSaving(false)
    setMissing(address === null)
    if (address === null) showToast(ADDRESS_MISSING, { tone: 'bad' })
    if (address === null || address === 'invalid') return
    const sent = submissionOf({ lines, charges: settings, quote: current }, address, user)
    const words = extrasOf(extras, { hasNote, takesGstin })
    const paid = isCash ? { paymentMethod: 'cash' as const } : {}
    const credit = usesCredit && current ? { useCredit: true } : {}
    await flow[action]({ ...sent, request: { ...sent.request, ...words, ...paid, ...credit } })
    const kind = flow.state.problem?.kind
    if (kind === 'repriced' || kind === 'change-cart') onStale()
    if (kind === 'repriced') setAttempt((before) => before + 1)
    if (kind === 'undeliverable') onUndeliverable()
  }

  if (lines.length === 0 && state.phase === 'idle' && state.problem === null) return empty
  return (
    <div className={WITH_SUMMARY}>
      <div className="grid gap-8">
        {addresses(missing && chosen === null)}
        {hasNote || takesGstin ? (
          <Suspense fallback={null}>
            <OrderExtras
              value={extras}
              onChange={setExtras}
              hasNote={hasNote}
              gstin={takesGstin ? (chosen?.gstin ?? '') : null}
              state={destination?.state ?? ''}
            />
          </Suspense>
        ) : null}
        <Suspense fallback={null}>
          <PaymentPromise days={settings['exchange.days']} lines={lines} />
        </Suspense>
      </div>
      <PayPanel
        lines={lines}
        flow={flow}
        state={state}
        settings={settings}
        quote={current}
        method={method}
        saving={saving || (isAsked && (quote?.method !== method || quote.withCredit !== usesCredit))}
        onPay={() => void pay(state.problem?.kind === 'declined' ? 'retry' : 'pay')}
      >
        {settings['cash.on'] && current ? (
          <Suspense fallback={null}>
            <PayMethods methods={current.methods} value={method} onChange={setWanted} fee={settings['cash.fee']} />
          </Suspense>
        ) : null}
        {hasCredit && current ? (
          <Suspense fallback={null}>
            <CreditTick quote={current} value={usesCredit} onChange={setUsesCredit} />
          </Suspense>
        ) : null}
        {isAsked ? (
          <Suspense fallback={null}>
            <QuotedOffers
              lines={lines}
              addressId={chosen?._id ?? null}
              pin={destination && pinOf(destination)}
              method={method}
              usesCredit={usesCredit}
              hasCodes={offers.codes}
              attempt={attempt}
              onQuote={onQuote}
            />
          </Suspense>
        ) : null}
      </PayPanel>
    </div>
  )
}

/** What the server is told of them: only what the shop takes, and a GSTIN only if it isn't the address's. */
function extrasOf(
  { gstin, ...words }: Extras,
  { hasNote, takesGstin }: { hasNote: boolean; takesGstin: boolean },
): Partial<Extras> {
  return { ...(hasNote ? words : {}), ...(takesGstin && gstin !== undefined ? { gstin } : {}) }
}

/** The cart as shown on the screen (SPEC 7, create-order). */
function submissionOf(
  { lines, charges, quote }: { lines: readonly CartLine[]; charges: Charges; quote: QuoteAnswer | null },
  address: Address,
  user: { name: string; email: string },
): Submission {
  const { total, discounts = [], credit = 0 } = totalsOf(lines, charges, quote)
  const codes = discounts.flatMap(({ code }) => code ?? [])
  return {
    request: {
      ...(codes.length === 0 ? {} : { codes }),
      totalPrice: total,
      productDetails: lines.map(({ productId, color, size, quantity }) => ({
        productId: productId._id,
        color,
        size,
        quantity,
      })),
      addressId: address._id,
    },
    address,
    shown: Math.round((total - credit) * 100),
    prefill: {
      name: `${address.firstName} ${address.lastName}`.trim() || user.name || addressTitle(address),
      email: address.email || user.email,
      contact: contactOf(address.phoneNumber, address.country),
    },
  }
}
