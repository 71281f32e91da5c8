import { readSession } from '#platform/browser/session.ts'
import { clockTime } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { payOrder } from '../client.ts'
import type { PendingOrder } from '../contract.ts'
import { HOLD_ENDED } from '../messages.ts'
import { isBusy } from '../payment-flow.ts'
import { PaymentProblemPanel } from './payment-problem-panel.tsx'
import { PayNowLabel, PendingLines } from './pending-lines.tsx'
import { usePayment } from './use-payment.ts'

/** The payment of an existing order, or null if it's no longer held. */
export function PayOrder({ order, ...listeners }: { order: PendingOrder | null } & Parameters<typeof usePayment>[0]) {
  const { flow, state } = usePayment(listeners)
  if (order === null)
    return (
      <Notice tone="warn">
        <p>{HOLD_ENDED}</p>
        <LinkButton to="/cart-details" variant="outline" size="sm">
          {t('Go to cart')}
        </LinkButton>
      </Notice>
    )
  const pay = () => {
    const user = readSession()?.user
    const prefill = { name: user?.name ?? '', email: user?.email ?? '', contact: '' }
    void flow.payAgain(() => payOrder(order), prefill)
  }
  return (
    <Card className="grid max-w-160 gap-4">
      <h2 className="font-wide text-lg font-extrabold">
        {t('Held until {heldUntil}', { heldUntil: clockTime(order.heldUntil) ?? '' })}
      </h2>
      <PendingLines order={order} />
      {state.problem === null ? null : (
        <PaymentProblemPanel
          problem={state.problem}
          declinedLine={t('Your order is still held for you. Press Pay now to try again.')}
          onVerify={() => void flow.verify()}
        />
      )}
      <Button variant="primary" wide pending={isBusy(state)} onClick={pay}>
        <PayNowLabel order={order} />
      </Button>
      <p className="text-center text-sm text-ink-2">{t('UPI, cards, net banking and more, in the payment window.')}</p>
    </Card>
  )
}
