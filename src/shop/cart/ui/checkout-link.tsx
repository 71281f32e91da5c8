import type { MouseEvent } from 'react'
import { useId, useState } from 'react'
import { prefetchOn } from '#platform/browser/save-data.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { ThumbBar } from '#ui/thumb-bar.tsx'
import { useSettings } from '../../settings/client.ts'
import { flushCart, hasWaitingQuantities } from '../client.ts'
import type { CartLine } from '../contract.ts'
import { blockingLines, blockingReason, subtotalOf } from '../line-availability.ts'
import { belowMinimum } from '../messages.ts'

const CHECKOUT = '/cart-checkout-form'

/**
 * The link to checkout: a document load, since only that page's policy allows the payment provider. A line that exceeds
 * the stock or a sum below the minimum order blocks it. Waiting quantities are sent first. `total`: what it comes to.
 */
export function CheckoutLink({ lines, total }: { lines: readonly CartLine[]; total: string }) {
  const [isSending, setSending] = useState(false)
  const minimum = useSettings()['order.minimum']
  const reason = blockingReason(lines) ?? (subtotalOf(lines) < minimum ? belowMinimum(minimum) : null)
  if (reason !== null) return <BlockedCheckout lines={lines} reason={reason} />
  const follow = async (event: MouseEvent) => {
    if (!hasWaitingQuantities() || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setSending(true)
    await flushCart()
    setSending(false)
    // Without a connection the lines say so.
    if (!hasWaitingQuantities()) window.location.assign(localPath(CHECKOUT))
  }
  return (
    <ThumbBar lead={total}>
      <LinkButton
        to={CHECKOUT}
        reloadDocument
        prefetch={prefetchOn('viewport')}
        variant="primary"
        wide
        aria-busy={isSending || undefined}
        onClick={(event) => void follow(event)}
      >
        {t('Checkout')}
      </LinkButton>
    </ThumbBar>
  )
}

/**
 * Why the order can't be placed, with a link to the line that exceeds the stock, or to more goods for a small order.
 */
function BlockedCheckout({ lines, reason }: { lines: readonly CartLine[]; reason: string }) {
  const id = useId()
  const [first] = blockingLines(lines)
  const focusFirstLine = ({ _id }: CartLine) => {
    const row = document.querySelector(`[data-line="${CSS.escape(_id)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }
  return (
    <div className="grid gap-3">
      <Notice tone="bad">
        <p id={id}>{reason}</p>
      </Notice>
      {first === undefined ? (
        <LinkButton to="/categories" variant="outline" wide aria-describedby={id}>
          {t('Start shopping')}
        </LinkButton>
      ) : (
        <Button variant="outline" wide aria-describedby={id} onClick={() => focusFirstLine(first)}>
          {t('Checkout')}
        </Button>
      )}
    </div>
  )
}
