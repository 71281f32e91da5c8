import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ExchangeCard } from '#shop/exchanges/ui/exchange-card.tsx'
import { ExchangeRequest } from '#shop/exchanges/ui/exchange-request.tsx'
import { InvoiceButtons } from '#shop/invoices/ui/invoice-buttons.tsx'
import type { ShownExchange, ShownOrder } from '#shop/orders/read-orders.ts'
import { OrderDetail } from '#shop/orders/ui/order-detail.tsx'
import { CancelOrder } from '#shop/refunds/ui/cancel-order.tsx'
import { OrderActions } from './order-actions.tsx'

/** One order in full, with its exchanges, refunds and invoices. */
export function OpenOrder({ order, backTo }: { order: ShownOrder; backTo: string }) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [now] = useState(Date.now)
  return (
    <OrderDetail
      order={order}
      backTo={backTo}
      slots={{
        invoice: (
          <InvoiceButtons
            orderId={order._id}
            creditNotes={[...order.refunds.map(({ creditNote }) => creditNote), order.closingNote].filter(
              (note) => note !== null,
            )}
          />
        ),
        exchange: (exchange, actions) => (
          <OrderExchange key={exchange._id} exchange={exchange} order={order} actions={actions} />
        ),
        actions: (line) => <OrderActions order={order} line={line} />,
        cancel: <CancelOrder order={order} onChanged={() => revalidate()} />,
        request: (lines) => (
          <ExchangeRequest order={order} lines={lines} now={now} onRequested={() => navigate('/sucess-return')} />
        ),
      }}
    />
  )
}

type OrderExchangeProps = { exchange: ShownExchange; order: ShownOrder; actions?: ReactNode }

/** An exchange of an order, with what can be done about it. */
export function OrderExchange({ exchange, order, actions }: OrderExchangeProps) {
  const { revalidate } = useRevalidator()
  return (
    <ExchangeCard
      exchange={exchange}
      lines={order.productDetails.filter(({ productId }) => productId._id === exchange.productId._id)}
      onChanged={() => revalidate()}
      actions={actions}
    />
  )
}
