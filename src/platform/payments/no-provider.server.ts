import type { Outcome, PaymentProvider } from './provider.server.ts'

/** Stands in for the provider of a public shop that has no keys yet: every call is refused, and no signature holds. */
export function createNoProvider(): PaymentProvider {
  const refuse = async (): Promise<Outcome<never>> => ({
    ok: false,
    failure: { kind: 'refused', status: 0, code: 'no_provider', description: 'The shop has no payment provider yet' },
  })
  return {
    mode: 'none',
    keyId: '',
    checkoutUrl: '',
    createOrder: refuse,
    findOrderByReceipt: refuse,
    fetchOrder: refuse,
    fetchPayments: refuse,
    fetchPayment: refuse,
    capture: refuse,
    refund: refuse,
    fetchRefunds: refuse,
    fetchDisputes: refuse,
    verifySignature: () => false,
    verifyWebhook: () => false,
  }
}
