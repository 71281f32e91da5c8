import { advance, buy, type Wanted } from '../e2e/buy.ts'
import { apiOf, registerShopper } from '../e2e/fixtures.ts'
import type { RunningShop } from '../support/running-shop.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }
const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }

/** People with what each buys. */
const BUYERS: readonly (readonly [name: string, wanted: Wanted[]])[] = [
  ['Nisha Rao', [TEE]],
  ['Imran Shaikh', [POLO, { ...TEE, size: 'L' }]],
  ['Kavya Nair', [{ ...TEE, color: 'White', size: 'S', quantity: 2 }]],
  ['Rohan Desai', [POLO]],
  ['Meher Irani', [{ ...POLO, size: 'L' }, TEE, { ...TEE, color: 'White', size: 'L' }]],
]

/**
 * A day's work for the staff site's pictures: orders to pack, one on its way, one exchange asked for and one approved,
 * and a message. @returns the ids of records by name
 */
export async function seedDay(shop: RunningShop): Promise<{ order: string; exchange: string; message: string }> {
  const people = []
  for (const [name, wanted] of BUYERS) {
    const shopper = await registerShopper(shop, name, `${name.toLowerCase().replace(' ', '.')}@example.test`)
    people.push({ shopper, order: await buy(shop, shopper, wanted) })
  }
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('there are buyers')
  await shop.command('orders', 'ship', third.order, '--carrier', 'Delhivery', '--tracking', '14882210047')
  const exchanges: string[] = []
  for (const [{ shopper }, wanted, size] of [
    [first, POLO, 'L'],
    [second, TEE, 'XL'],
  ] as const) {
    const orderId = await buy(shop, shopper, [wanted])
    await advance(shop, 'orders', orderId)
    const asked = await shopper.api('POST /user/addExchange', {
      body: {
        orderId,
        productId: wanted.productId,
        reasonForExchange: 'Size Issue',
        problem: 'A little tight at the shoulders.',
        size,
      },
    })
    if (!asked.ok) throw new Error(asked.message)
    exchanges.push(asked.data.exchange._id)
  }
  await shop.command('exchanges', 'approve', exchanges[1] ?? '')
  const sent = await apiOf(shop, null)('POST /user/addContactUs', {
    body: {
      firstName: 'Nisha',
      lastName: 'Rao',
      email: first.shopper.email,
      phone: '98200 00000',
      message: 'Hello! I have moved. Could my order go to my new flat, 7 Fergusson Road?',
    },
  })
  if (!sent.ok) throw new Error(sent.message)
  const messages = JSON.parse(await shop.command('messages', 'list', '--json'))
  return { order: second.order, exchange: exchanges[0] ?? '', message: messages[0]._id }
}
