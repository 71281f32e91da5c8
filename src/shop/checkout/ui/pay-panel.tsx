import { type ReactNode, Suspense, useEffect } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Notice } from '#ui/parts.tsx'
import { ThumbBar } from '#ui/thumb-bar.tsx'
import type { CartLine } from '../../cart/contract.ts'
import { blockingReason } from '../../cart/line-availability.ts'
import { SMALLEST_TOTAL } from '../../pricing/rules.ts'
import type { ShownSettings } from '../../settings/client.ts'
import type { QuoteAnswer } from '../contract.ts'
import { TOTAL_TOO_SMALL } from '../messages.ts'
import { type FlowState, isBusy, type PaymentFlow } from '../payment-flow.ts'
import { OrderSummary, totalsOf } from './order-summary.tsx'
import type { Method } from './pay-methods.tsx'

const loadProblemPanel = () => import('./payment-problem-panel.tsx')
const PaymentProblemPanel = lazyComponent(async () => (await loadProblemPanel()).PaymentProblemPanel)

type Props = {
  lines: readonly CartLine[]
  flow: PaymentFlow
  state: FlowState
  /** The shop's settings, with the delivery fee of the address. */
  settings: ShownSettings
  /** What the server says that it costs, while an offer runs; null until then. */
  quote?: QuoteAnswer | null
  method?: Method
  /** Between the amounts and the button. */
  children?: ReactNode
  /** True while an address is being saved first, or the price isn't known yet. */
  saving: boolean
  /** Called on Checkout; the page adds the address. */
  onPay: () => void
}

const PHASE_TEXTS: Partial<Record<FlowState['phase'], string>> = {
  creating: t('Opening the payment window…'),
  paying: t('Waiting for the payment window…'),
  verifying: t('Checking your payment with the bank…'),
  paid: t('Payment received.'),
}

const CASH_TEXTS: Partial<Record<FlowState['phase'], string>> = {
  creating: t('Placing your order…'),
  paid: t('Your order is placed.'),
}

/** The summary, the reason if the order can't be placed, and the Checkout button. */
export function PayPanel({
  lines,
  flow,
  state,
  settings,
  quote = null,
  method = 'online',
  children,
  saving,
  onPay,
}: Props) {
  useEffect(() => {
    // Before it's needed: the problem may be the connection.
    void loadProblemPanel().catch(() => undefined)
  }, [])
  const { total, credit = 0 } = totalsOf(lines, settings, quote)
  const due = formatPrice(Math.round((total - credit) * 100) / 100)
  const isFree = Math.round(total * 100) < SMALLEST_TOTAL
  const blocked = blockingReason(lines) ?? (isFree ? TOTAL_TOO_SMALL : null)
  const reason = state.problem === null && state.phase === 'idle' ? blocked : null
  return (
    <div className="grid grid-cols-1 gap-4 tablet:sticky tablet:top-20">
      <OrderSummary lines={lines} settings={settings} quote={quote} listed />
      {children}
      {state.problem === null ? null : (
        <Suspense fallback={null}>
          <PaymentProblemPanel
            problem={state.problem}
            declinedLine={t('Your cart is here, and your order is still held for you. Press Checkout to try again.')}
            onVerify={() => void flow.verify()}
          />
        </Suspense>
      )}
      {reason === null ? (
        <ThumbBar>
          <Button
            variant={state.problem?.kind === 'refused' ? 'outline' : 'primary'}
            wide
            pending={saving || isBusy(state)}
            onClick={onPay}
          >
            <span>
              {method === 'cash' ? t('Place order') : t('Checkout')} <span aria-hidden="true">· {due}</span>
            </span>
          </Button>
        </ThumbBar>
      ) : (
        <Notice tone="bad">
          <p>{reason}</p>
          <div className="pt-1">
            <LinkButton to="/cart-details" variant="outline" size="sm">
              {t('Go to cart')}
            </LinkButton>
          </div>
        </Notice>
      )}
      <p role="status" className="text-center text-sm text-balance text-ink-2">
        {method === 'cash'
          ? (CASH_TEXTS[state.phase] ?? t('You pay {total} in cash when your parcel arrives.', { total: due }))
          : (PHASE_TEXTS[state.phase] ??
            t('UPI, cards, net banking and more. Your cart stays here if anything goes wrong.'))}
      </p>
    </div>
  )
}
