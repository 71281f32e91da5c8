import type { ReactNode } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import { Notice, type Tone } from '#ui/parts.tsx'
import {
  CHECKING,
  DO_NOT_PAY_AGAIN,
  NO_SCRIPT,
  NOT_FINISHED,
  paymentFailed,
  supportMessage,
  VERIFICATION_REFUSED,
  VERIFICATION_UNFINISHED,
} from '../messages.ts'
import type { PaymentProblem } from '../payment-flow.ts'

type Props = {
  problem: PaymentProblem
  /** After a declined payment: which button tries again. */
  declinedLine: string
  onVerify: () => void
}

/** Why the order isn't placed, and what the shopper can do. It stays until the next attempt. */
export function PaymentProblemPanel({ problem, declinedLine, onVerify }: Props) {
  switch (problem.kind) {
    case 'declined':
      return <Panel message={paymentFailed(problem.reason)} line={declinedLine} />
    case 'unfinished':
      return <Panel tone="violet" message={NOT_FINISHED} />
    case 'repriced': {
      const total = formatPrice(problem.total ?? 0)
      const line = t('The total is now {total}. Press Checkout to agree to it.', { total })
      return <Panel tone="warn" message={problem.message} line={problem.total === null ? '' : line} />
    }
    case 'change-cart':
      return (
        <Panel message={problem.message}>
          <PanelLink to="/cart-details">{t('Go to cart')}</PanelLink>
        </Panel>
      )
    case 'already-placed':
      return (
        <Panel tone="ok" message={problem.message}>
          <PanelLink to={problem.orderId === null ? '/my-orders' : `/sucess-order?order=${problem.orderId}`}>
            {t('See your order')}
          </PanelLink>
        </Panel>
      )
    case 'refused':
      return (
        <Panel message={VERIFICATION_REFUSED} line={problem.detail ?? CHECKING} reference={problem.reference}>
          <PanelLink to="/contact-us" state={{ message: supportMessage(problem.reference) }}>
            {t('Contact support')}
          </PanelLink>
        </Panel>
      )
    case 'unverified':
      return (
        <Panel message={VERIFICATION_UNFINISHED} line={DO_NOT_PAY_AGAIN} reference={problem.reference}>
          <Button variant="secondary" size="sm" onClick={onVerify}>
            {t('Try again')}
          </Button>
        </Panel>
      )
    case 'no-script':
      return <Panel message={NO_SCRIPT} />
    case 'undeliverable':
    case 'error':
      return <Panel message={problem.message} />
    case 'no-user':
      return null
  }
}

type PanelProps = { message: string; line?: string; reference?: string; tone?: Tone; children?: ReactNode }

function Panel({ message, line = '', reference = '', tone = 'bad', children }: PanelProps) {
  return (
    <Notice tone={tone} live>
      <p className="font-bold wrap-anywhere">{message}</p>
      {line === '' ? null : <p className="text-sm text-ink">{line}</p>}
      {reference === '' ? null : (
        <p className="text-sm text-ink">
          <Fill
            text={t('Reference number: {reference}')}
            reference={<span className="font-bold break-all select-all">{reference}</span>}
          />
        </p>
      )}
      {children ? <div className="flex flex-wrap gap-2 pt-1 text-ink">{children}</div> : null}
    </Notice>
  )
}

function PanelLink({ to, state, children }: { to: string; state?: { message: string }; children: ReactNode }) {
  return (
    <LinkButton to={to} state={state} variant="outline" size="sm">
      {children}
    </LinkButton>
  )
}
