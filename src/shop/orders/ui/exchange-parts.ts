import type { ReactNode } from 'react'
import type { OrderLine } from '../contract.ts'
import type { ShownExchange, ShownOrder } from '../read-orders.ts'

/** What the page puts in: the parts that the exchanges know. */
export interface ExchangeParts {
  /** A product on its way back. */
  exchange: (exchange: ShownExchange, order: ShownOrder) => ReactNode
  /** The way to ask for an exchange of a product, or why there is none; `lines` are all of that product in the order. */
  request: (order: ShownOrder, lines: readonly OrderLine[]) => ReactNode
}
