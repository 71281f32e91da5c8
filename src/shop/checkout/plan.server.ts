import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { sha256 } from '#platform/ids.server.ts'
import { type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { notEnough, PRODUCT_NOT_FOUND } from '../cart/messages.ts'
import { refuseVariant } from '../cart/set-line.server.ts'
import type { Picture } from '../catalog/contract.ts'
import { orderTotals, type Totals } from '../orders/rules.ts'
import type { AddressSnapshot } from '../orders/tables.server.ts'
import type { Shop } from '../shop.server.ts'
import type { OrderRequest } from './contract.ts'
import { ADDRESS_NOT_FOUND, TOTAL_CHANGED, TOTAL_TOO_LARGE } from './messages.ts'
import { type FoundLine, findAddress, findLines } from './plan-store.server.ts'
import { LARGEST_TOTAL, mergeLines } from './rules.ts'

/** A line with what the range says of it now. */
export interface PlannedLine {
  sku: string
  productId: string
  name: string
  price: Paise
  color: string
  size: string
  quantity: number
  pictures: Picture[]
  available: number
  own: number
}

/** An order that could be made: everything in it is the server's own. */
export interface Plan {
  lines: PlannedLine[]
  totals: Totals
  address: AddressSnapshot
  paymentMethod: string
  /** Equal for the same goods, address (by its id) and total: asked for twice, it is one order. */
  fingerprint: string
}

/**
 * Turns a request into a plan, with prices read now. Refused: an address or product that is not there (404), a colour
 * or size in which it is not made (400), a total that is not ours to the paisa (409 with the right one in `total`).
 */
export async function planOrder({ db }: Shop, customer: CustomerId, request: OrderRequest): Promise<Result<Plan>> {
  const wanted = mergeLines(request.productDetails)
  const [address, found] = await Promise.all([
    findAddress(db, customer, request.addressId),
    findLines(db, customer, wanted),
  ])
  if (!address) return refuse('not_found', ADDRESS_NOT_FOUND)
  const lines: PlannedLine[] = []
  for (const [index, line] of wanted.entries()) {
    const fact = found[index]
    if (!fact || fact.name === null) return refuse('not_found', PRODUCT_NOT_FOUND)
    if (fact.sku === null) return refuseVariant({ ...fact, name: fact.name }, line, `productDetails.${index}.`)
    lines.push(planLine(line, { ...fact, name: fact.name, sku: fact.sku }))
  }
  const totals = lines.every((line) => line.quantity * line.price <= LARGEST_TOTAL) ? orderTotals(lines) : null
  if (!totals || totals.total > LARGEST_TOTAL) return shortage(lines) ?? refuse('invalid', TOTAL_TOO_LARGE)
  if (toPaise(request.totalPrice) !== totals.total)
    return refuse('conflict', TOTAL_CHANGED, { extra: { total: toRupees(totals.total) } })
  const fingerprint = fingerprintOf(lines, request.addressId, totals.total)
  return ok({ lines, totals, address, paymentMethod: request.paymentMethod, fingerprint })
}

function planLine(
  { productId, color, size, quantity }: OrderRequest['productDetails'][number],
  fact: FoundLine & { name: string; sku: string },
): PlannedLine {
  const { sku, name, pictures, available, own } = fact
  return { sku, productId, name, price: paise(fact.price_paise), color, size, quantity, pictures, available, own }
}

function fingerprintOf(lines: readonly PlannedLine[], addressId: string, total: Paise): string {
  const goods = lines.map(({ sku, quantity }) => [sku, quantity]).sort()
  return sha256(JSON.stringify([goods, addressId, total])).toString('base64url')
}

/** Refuses lines that ask for more than there is, naming the first and listing all; null where all can be had. */
export function shortage(lines: readonly PlannedLine[]) {
  const short = lines.filter((line) => line.quantity > line.available + line.own)
  const errors = short.map((line) => ({
    path: `productDetails.${lines.indexOf(line)}.quantity`,
    message: notEnough(line, line.available + line.own),
  }))
  return errors[0] ? refuse('conflict', errors[0].message, { errors }) : null
}
