import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Charges, rupeeTotals } from '#shop/pricing/rules.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { controlSandbox, paymentProof } from '../support/sandbox-control.ts'
import { expect, type Shopper } from './fixtures.ts'

export interface Wanted {
  productId: string
  color: string
  size: string
  quantity?: number
}

/** A new address as the form's labels have it. */
export const ADDRESS_FIELDS = [
  ['First name', 'Asha'],
  ['Last name', 'Kale'],
  ['Phone number', '9876543210'],
  ['Pin Code', '400050'],
  ['Street address', '12, Hill Road'],
  ['Town / City', 'Mumbai'],
] as const

/** Fills the form of a new address. The PIN fills the town. */
export async function fillAddress(page: Page): Promise<void> {
  for (const [label, text] of ADDRESS_FIELDS)
    if (label === 'Town / City') await expect(page.getByLabel(label)).toHaveValue(text)
    else await page.getByLabel(label, { exact: true }).fill(text)
}

/** An order as `user-orders` sends it, for tests that need no real one: id `order`, one delivered Platform Polo. */
export const DELIVERED = {
  _id: 'order',
  orderedDate: '2026-11-01T06:00:00.000Z',
  orderStatus: 'delivered',
  productDetails: [
    { _id: 'line', productId: { _id: 'platform-polo', name: 'Platform Polo', price: 1399, images: [] } },
  ],
  exchanges: [],
}

/** Buys over the API: address, order, payment in the sandbox, verification. Returns the order's id. */
export async function buy(
  shop: Pick<RunningShop, 'origin' | 'dataDir'>,
  { id, api }: Shopper,
  wanted: Wanted[],
  charges: Charges = DEFAULT_SETTINGS,
) {
  const address = await api('POST /user/addAddress', {
    body: {
      userId: id,
      address: {
        firstName: 'Aarti',
        lastName: 'Kamble',
        phoneNumber: '9820000000',
        email: 'aarti@example.test',
        streetAddress: '12 Hill Road',
        country: 'India',
        townCity: 'Mumbai',
        state: 'Maharashtra',
        zipCode: '400050',
      },
    },
  })
  if (!address.ok) throw new Error(`addAddress: ${address.status} ${address.message}`)
  const lines = wanted.map((line) => ({ quantity: 1, ...line }))
  const prices = await Promise.all(
    lines.map(async ({ productId, quantity }) => {
      const found = await api('GET /product/getProductDetail/{productId}', { params: { productId } })
      if (!found.ok) throw new Error(`getProductDetail: ${found.status} ${found.message}`)
      return { price: found.data.data.price, quantity }
    }),
  )
  const made = await api('POST /user/create-order', {
    body: {
      userId: id,
      totalPrice: rupeeTotals(prices, charges).total,
      productDetails: lines,
      addressId: address.data.address._id,
      paymentMethod: 'credit_card',
    },
  })
  if (!made.ok) throw new Error(`create-order: ${made.status} ${made.message}`)
  const paid = await (await sandboxOf(shop)).pay('razorpayOrderId' in made.data ? made.data.razorpayOrderId : '')
  const verified = await api('POST /user/verify-payment', {
    body: { userId: id, ...paymentProof(made.data.orderId, paid) },
  })
  if (!verified.ok) throw new Error(`verify-payment: ${verified.status} ${verified.message}`)
  return made.data.orderId
}

/** The sandbox listens on the port after the shop's. */
export async function sandboxOf({ origin, dataDir }: Pick<RunningShop, 'origin' | 'dataDir'>) {
  const { controlToken } = JSON.parse(await readFile(join(dataDir, 'sandbox/keys.json'), 'utf8'))
  return controlSandbox({ sandboxOrigin: `http://127.0.0.1:${Number(new URL(origin).port) + 1}`, controlToken })
}

/** Advances an order or an exchange by the operator's command line; `at`: the time of the last step. */
export async function advance(
  shop: Pick<RunningShop, 'command'>,
  kind: 'orders' | 'exchanges',
  id: string,
  { steps = 3, at }: { steps?: number; at?: Date } = {},
): Promise<void> {
  for (let step = 0; step < steps; step++)
    await shop.command(kind, 'advance', id, ...(at ? ['--at', at.toISOString()] : []))
}
