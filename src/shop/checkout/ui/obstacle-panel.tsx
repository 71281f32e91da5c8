import type { ReactNode } from 'react'
import { rsPrice } from '#platform/money.ts'
import { Button, LinkButton } from '#ui/button.tsx'
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
import type { Obstacle } from '../payment-flow.ts'

type Props = { obstacle: Obstacle; onRetry: () => void; onVerify: () => void }

/** What stands between the shopper and the order, and the way on. It stays until the next try. */
export function ObstaclePanel({ obstacle, onRetry, onVerify }: Props) {
  switch (obstacle.kind) {
    case 'declined':
      return (
        <Panel
          sentence={paymentFailed(obstacle.reason)}
          line="Your cart is here, and your order is still held for you."
        >
          <Button variant="solid" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Panel>
      )
    case 'unfinished':
      return <Panel tone="violet" sentence={NOT_FINISHED} />
    case 'repriced':
      return (
        <Panel
          tone="warn"
          sentence={obstacle.message}
          line={
            obstacle.total === null ? '' : `The total is now ${rsPrice(obstacle.total)}. Press Checkout to agree to it.`
          }
        />
      )
    case 'short':
      return (
        <Panel sentence={obstacle.message}>
          <PanelLink to="/cart-details">Go to cart</PanelLink>
        </Panel>
      )
    case 'placed':
      return (
        <Panel tone="ok" sentence={obstacle.message}>
          <PanelLink to={obstacle.orderId === null ? '/my-orders' : `/sucess-order?order=${obstacle.orderId}`}>
            See your order
          </PanelLink>
        </Panel>
      )
    case 'refused':
      return (
        <Panel sentence={VERIFICATION_REFUSED} line={obstacle.detail ?? CHECKING} reference={obstacle.reference}>
          <PanelLink to="/contact-us" state={{ message: supportMessage(obstacle.reference) }}>
            Contact support
          </PanelLink>
        </Panel>
      )
    case 'unverified':
      return (
        <Panel sentence={VERIFICATION_UNFINISHED} line={DO_NOT_PAY_AGAIN} reference={obstacle.reference}>
          <Button variant="solid" size="sm" onClick={onVerify}>
            Try again
          </Button>
        </Panel>
      )
    case 'no-script':
      return <Panel sentence={NO_SCRIPT} />
    case 'error':
      return <Panel sentence={obstacle.message} />
    case 'no-user':
      return null
  }
}

type PanelProps = { sentence: string; line?: string; reference?: string; tone?: Tone; children?: ReactNode }

function Panel({ sentence, line = '', reference = '', tone = 'bad', children }: PanelProps) {
  return (
    <Notice tone={tone} live>
      <p className="font-bold break-words">{sentence}</p>
      {line === '' ? null : <p className="text-sm text-ink">{line}</p>}
      {reference === '' ? null : (
        <p className="text-sm text-ink">
          Reference number: <span className="font-bold break-all select-all">{reference}</span>
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
