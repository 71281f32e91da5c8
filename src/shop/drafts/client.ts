import type { Address } from '../addresses/contract.ts'
import { api } from '../api.ts'
import { type OrderOutcome, outcomeOf, type VerifyOutcome, verifyOutcome } from '../checkout/client.ts'
import type { PaymentProof } from '../checkout/contract.ts'

/** What the buyer typed of the address. */
type TypedAddress = Omit<Address, '_id' | 'isDefault'>

/** Opens the payment of the order at a link. There's no cart to change: what can't be paid is said as it is. */
export async function openLink(
  token: string,
  { address, totalPrice }: { address: TypedAddress | null; totalPrice: number },
): Promise<OrderOutcome> {
  const body = { totalPrice, ...(address === null ? {} : { address }) }
  const outcome = outcomeOf(await api('POST /user/pay/{token}', { params: { token }, body }), totalPrice)
  const isPlain = outcome.kind === 'change-cart' || outcome.kind === 'no-user' || outcome.kind === 'already-placed'
  return isPlain ? { kind: 'failed', message: outcome.message, responded: true } : outcome
}

/** Verifies a payment at a link. */
export async function verifyLink(token: string, proof: PaymentProof): Promise<VerifyOutcome> {
  return verifyOutcome(await api('POST /user/pay/{token}/verify', { params: { token }, body: proof }))
}

/** True if the order at a link is paid by now. */
export async function isLinkPaid(token: string): Promise<boolean> {
  const page = await api('GET /user/pay/{token}', { params: { token } })
  return page.ok && page.data.state === 'paid'
}
