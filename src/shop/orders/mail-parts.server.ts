import { formatSigned } from '#platform/money.ts'
import { weekDay } from '#platform/text/dates.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { EmailPart, MailLink } from '../email-parts.ts'
import { askLink, mailPiece } from '../email-pieces.server.ts'
import type { Order, OrderLine } from './contract.ts'
import { stageIndex, type stagesOf } from './progress.ts'
import { itemCount, type OrderStatus } from './rules.ts'
import { totalsRows } from './totals-rows.ts'
import type { SignTracking } from './track-link.server.ts'

/**
 * Lines of an order with the price paid for each. With `countOf`, only so many of each, without prices. `changeOf`: what a
 * line is exchanged for.
 */
export function linePieces(
  order: Order,
  publicUrl: string,
  countOf?: (line: OrderLine) => number,
  changeOf?: (line: OrderLine) => string | null,
): EmailPart {
  const pieces = order.productDetails.flatMap((line) => {
    const { productId, color, size, picture, quantity } = line
    const goods = { productId: productId._id, name: productId.name, color, size, picture }
    if (!countOf) return [mailPiece(goods, publicUrl, { count: quantity, price: productId.price })]
    const count = countOf(line)
    return count > 0 ? [mailPiece(goods, publicUrl, { count, change: changeOf?.(line) ?? '' })] : []
  })
  return { pieces }
}

/** What was paid, as on the screens. */
export function sums(order: Order): EmailPart {
  const { discounts, cashFee, credit } = order
  const rows = totalsRows({ ...order.totals, discounts, cashFee, credit }, itemCount(order.productDetails))
  return { sums: rows.map(({ amount, ...row }) => ({ ...row, amount: formatSigned(amount) })) }
}

/** Where an order or an exchange stands. `expected` is the day of the last step, before it's reached. */
export function steps(stages: ReturnType<typeof stagesOf>, status: OrderStatus, expected: string | null): EmailPart {
  return {
    steps: stages.map((stage, index) => {
      const reached = index <= stageIndex(status)
      const isLast = index === stages.length - 1
      return { ...stage, reached, detail: reached ? stage.detail : isLast ? expectedDay(expected) : null }
    }),
  }
}

function expectedDay(expected: string | null): string | null {
  const day = weekDay(expected)
  return day === null ? null : t('by {day}', { day })
}

/** The way to an order; and to exchange and to ask. `signTracking`: with the signature that shows its state without a login. */
export function orderLinks(
  orderId: string,
  { publicUrl, signTracking }: { publicUrl: string; signTracking?: SignTracking | null },
): { order: MailLink; help: MailLink[] } {
  const link = (path: string) => `${publicUrl}${localPath(path)}`
  return {
    order: {
      href: `${link('/my-orders')}?order=${orderId}${signTracking ? `&track=${signTracking(orderId)}` : ''}`,
      label: t('See your order'),
    },
    help: [{ href: link('/policies/exchanges'), label: t('How exchanges work') }, askLink(publicUrl)],
  }
}
