import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { pictureUrlOf } from '#shop/cart/line-availability.ts'
import { productPath } from '#shop/catalog/product-path.ts'
import type { OrderLine } from '#shop/orders/contract.ts'
import type { ShownOrder } from '#shop/orders/read-orders.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'

const QuickChoice = lazyComponent(async () => (await import('./quick-choice.tsx')).QuickChoice)

/**
 * Ways on from a product of an order: buy it again, in the colour and size that it was bought in, and from its delivery on
 * review it. They stand in the row of whoever shows them.
 */
export function OrderActions({ order, line }: { order: ShownOrder; line: OrderLine }) {
  const [open, setOpen] = useState(false)
  const { _id, name } = line.productId
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="px-3!"
        aria-label={`${t('Buy again')}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {t('Buy again')}
      </Button>
      {order.orderStatus === 'delivered' ? (
        <LinkButton
          variant="outline"
          size="sm"
          className="px-3!"
          aria-label={`${t('Review')}: ${name}`}
          to={`${productPath(_id)}#reviews`}
        >
          {t('Review')}
        </LinkButton>
      ) : null}
      {open ? (
        <Suspense>
          <QuickChoice
            card={{ _id, color: line.color, cover: pictureUrlOf(line) }}
            size={line.size}
            purpose="cart"
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
