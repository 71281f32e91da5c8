import type { OpenProvider } from '#app/open-provider.server.ts'

export interface PaidAnswer {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The sandbox bank as a test drives it, over its control API. */
export interface BankControl {
  /** Pays an order as a shopper in the dialog would, and returns what the dialog hands to the page. */
  pay(orderId: string, more?: Record<string, unknown>): Promise<PaidAnswer>
  /** What happens to one order, to the next ones, or to a share of all. */
  scenario(rule: Record<string, unknown>): Promise<void>
  state(): Promise<{
    orders: Record<string, unknown>[]
    payments: Record<string, unknown>[]
    refunds: Record<string, unknown>[]
  }>
}

/** Opens the control API of the sandbox that a shop runs. */
export function controlBank(provider: Pick<OpenProvider, 'sandboxOrigin' | 'controlToken'>): BankControl {
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${provider.sandboxOrigin}/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${provider.controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The bank said ${response.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    pay: (orderId, more = {}) => call('pay', { order_id: orderId, ...more }),
    scenario: (rule) => call('scenarios', rule),
    state: () => call('state'),
  }
}
