import sharp from 'sharp'
import type { CallName } from '#platform/api/endpoint.ts'
import { buy, newShopper, tote } from '../support/checkout-fixture.ts'
import { signInStaff } from '../support/staff.ts'
import { type Make, made, type Scenario, type ScenarioContext } from './staff-scenario.ts'
import { checkedFile, message, paidOrder, product, scenarios } from './staff-scenarios.ts'
import { review } from './staff-scenarios-customers.ts'

type Answer = Record<string, unknown>

/** A change that can be taken back, and how. */
export interface UndoCase {
  call: CallName
  make: Make
  /** The kind that the server's own list of undos has for it; null if a call of its own takes it back. */
  kind: string | null
  /** The call that takes it back. */
  by: CallName
  back: (answer: Answer, change: Scenario) => Scenario
}

/** Taken back by the id in the answer. */
function byId(kind: string, call: CallName, make: Make = known(call)): UndoCase {
  return { call, make, kind, by: 'POST /undo/{id}', back: ({ undo }) => ({ path: `/undo/${String(undo)}` }) }
}

function known(call: CallName): Make {
  const make = scenarios[call]
  if (!make) throw new Error(`no scenario of ${call}`)
  return make
}

/** Taken back by a return of one setting, or of all, to the version before. */
function byReturn(call: CallName, name: string, make: Make = known(call)): UndoCase {
  const path = `/settings/${name}/return`
  return {
    call,
    make,
    kind: null,
    by: 'POST /settings/{name}/return',
    back: ({ before }) => ({ path, body: { version: before } }),
  }
}

/** A product's fields, changed in the version that it has. */
function fields(change: (product: Answer) => Record<string, unknown>): UndoCase {
  return byId('product.set', 'PATCH /products/{id}', async (context) => {
    const id = await product(context)
    for (const color of ['#456789', '#c04020']) await addPicture(context, id, color)
    const { body } = await context.owner.browser.call('GET', `/products/${id}`)
    return { path: `/products/${id}`, body: change(body), headers: { 'if-match': `"${String(body.version)}"` } }
  })
}

async function addPicture({ owner }: ScenarioContext, id: string, background: string): Promise<void> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const added = await owner.browser.call('POST', `/products/${id}/pictures`, bytes, { 'content-type': 'image/png' })
  if (added.status !== 201) throw new Error(added.body.message)
}

type Pictures = { file: string }[]
// Safe cast: the record of a product has them.
const picturesOf = (product: Answer) => product.pictures as Pictures

function state(word: 'publish' | 'hide' | 'archive', body: object = {}): UndoCase {
  const kind = Object.hasOwn(body, 'at') ? 'product.schedule' : 'product.state'
  return byId(kind, `POST /products/{id}/${word}`, async (context) => ({
    path: `/products/${await product(context)}/${word}`,
    body,
  }))
}

function bulk(change: object): UndoCase {
  return byId('product.bulk', 'POST /products/bulk', async (context) => ({
    body: { ids: [await product(context), await product(context)], change },
  }))
}

async function sku(context: ScenarioContext): Promise<string> {
  return (await product(context)).replace('scenario', 'SC')
}

const applied = (line?: (context: ScenarioContext) => Promise<object>): UndoCase => ({
  call: 'POST /imports/{id}/apply',
  make: async (context) => ({ path: `/imports/${await checkedFile(context, await line?.(context))}/apply` }),
  kind: null,
  by: 'POST /imports/{id}/undo',
  back: (_, { path = '' }) => ({ path: path.replace(/apply$/, 'undo') }),
})

/** Returned settings, and those whose last change was taken back. */
const allSettings = (call: CallName): UndoCase => ({
  call,
  make: known(call),
  kind: null,
  by: 'POST /settings/undo',
  back: () => ({}),
})

async function hiddenReview(context: ScenarioContext): Promise<string> {
  const { id } = await review(context)
  await made(context, 'POST', `/reviews/${id}/hide`)
  return id
}

/** A customer whose parcel hasn't left: the erasure waits. */
const erasure: Make = async ({ shop }) => {
  const who = await newShopper(shop)
  await buy(shop, who, [tote])
  return { path: `/customers/${who.id}/erase`, body: { email: who.email } }
}

/** Changes that can be taken back, by what a person would call them. */
export const UNDO_CASES: Readonly<Record<string, UndoCase>> = {
  'the name of a product': fields(() => ({ name: 'Another name' })),
  'a price with its MRP': fields(() => ({ price: 799, mrp: 999 })),
  'the order of pictures': fields((product) => ({ pictures: picturesOf(product).toReversed() })),
  'the text of a picture': fields((product) => ({
    pictures: picturesOf(product).map((picture) => ({ ...picture, alt: 'From the front' })),
  })),
  'a deleted picture': fields((product) => ({ pictures: picturesOf(product).slice(0, 1) })),
  'a new size': fields(({ variants }) => ({
    variants: [...(variants as object[]), { color: 'Red', size: 'L', quantity: 4, sku: 'UNDO-L' }],
  })),
  'a row of the home page': fields(() => ({ rows: { latestArrivals: 1 } })),
  'a new picture': byId('product.set', 'POST /products/{id}/pictures'),
  'a new product': byId('product.create', 'POST /products', async () => ({
    body: {
      name: 'Undone',
      price: 999,
      categories: 'Woman',
      variants: [{ color: 'Red', size: 'M', quantity: 3, sku: 'UNDONE' }],
    },
  })),
  'a published product': state('publish'),
  'a hidden product': state('hide'),
  'an archived product': state('archive'),
  'a product that will be published': state('publish', { at: '2126-12-24' }),
  'a sale': byId('product.schedule', 'POST /products/{id}/sale'),
  'prices of many products': bulk({ price: { percent: 10 } }),
  'MRPs of many products': bulk({ mrp: 1999 }),
  'many hidden products': bulk({ state: 'hidden' }),
  'prices of many products from a day on': bulk({ price: { percent: 10 }, at: '2126-12-24' }),
  'pieces that arrived': byId('stock.change', 'POST /stock/{sku}', async (context) => ({
    path: `/stock/${await sku(context)}`,
    body: { change: 2, reason: 'arrived' },
  })),
  'a count': byId('stock.change', 'POST /stock/{sku}/count'),
  'the level at which a size is low': byId('stock.level', 'PATCH /stock/{sku}'),
  'an import of a new product': applied(),
  'an import of a known product': applied(async (context) => {
    const id = await product(context)
    const { body } = await context.owner.browser.call('GET', `/products/${id}`)
    return { _id: id, name: 'From a file', price: 899, categories: 'Woman', variants: body.variants }
  }),
  'a hidden review': byId('review.hidden', 'POST /reviews/{id}/hide'),
  'a review that is shown again': byId('review.hidden', 'POST /reviews/{id}/show', async (context) => ({
    path: `/reviews/${await hiddenReview(context)}/show`,
  })),
  'the answer to a review': byId('review.answer', 'POST /reviews/{id}/answer'),
  'an approved photo': byId('review.photo-approve', 'POST /reviews/photos/{id}/approve'),
  'a rejected photo': byId('review.photo-reject', 'POST /reviews/photos/{id}/reject'),
  'a hidden message': byId('message.hidden', 'POST /messages/{id}/hide'),
  'a message that is shown again': byId('message.hidden', 'POST /messages/{id}/show', async (context) => {
    const id = await message(context)
    await made(context, 'POST', `/messages/${id}/hide`)
    return { path: `/messages/${id}/show` }
  }),
  'a deleted saved reply': byId('saved-reply.deleted', 'DELETE /saved-replies/{id}'),
  'a new store': byId('stores', 'POST /stores'),
  'fields of a store': byId('stores', 'PATCH /stores/{id}'),
  'a removed store': byId('stores', 'DELETE /stores/{id}'),
  'the place of a store': byId('stores', 'POST /stores/{id}/move'),
  'a file of stores': byId('stores', 'POST /stores/import'),
  'a new offer': byId('offer', 'POST /offers'),
  'fields of an offer': byId('offer', 'PATCH /offers/{id}'),
  'an offer that was started': byId('offer', 'POST /offers/{id}/start'),
  'an offer that was stopped': byId('offer', 'POST /offers/{id}/stop'),
  'new codes of an offer': byId('offer.codes', 'POST /offers/{id}/codes'),
  'a deleted view of orders': byId('view.delete', 'DELETE /orders/views/{id}', async (context) => {
    const view = { name: 'Silk', stage: 'to-pack', q: 'silk', shared: true }
    return { path: `/orders/views/${String((await made(context, 'POST', '/orders/views', view)).id)}` }
  }),
  'a deleted note': byId('order.note-delete', 'DELETE /orders/{id}/notes/{note}'),
  'the address of an order': byId('order.address', 'PATCH /orders/{id}/address', async (context) => ({
    path: `/orders/${await paidOrder(context)}/address`,
    body: { address: { streetAddress: '28, Cadell Road, second floor', firstName: 'Asha Devi' } },
  })),
  'a parcel that came back': byId('order.receive-parcel', 'POST /orders/{id}/parcels/{parcel}/received'),
  'the arrival of a replacement': byId('exchange.arrived', 'POST /exchanges/{id}/arrived'),
  'the role of somebody': byId('staff.role', 'PATCH /staff/{id}', async ({ shop }) => ({
    path: `/staff/${(await signInStaff(shop, 'packer')).id}`,
    body: { role: 'manager' },
  })),
  'store credit': byId('credit.give', 'POST /customers/{id}/credit'),
  'an erasure that waits': byId('customer.forget-later', 'POST /customers/{id}/erase', erasure),
  'a deleted draft of a newsletter': byId('newsletter.delete', 'DELETE /newsletters/{id}'),
  'what was planned for a setting': byId('settings.unplan', 'DELETE /settings/plans/{id}'),
  'a setting': byReturn('PUT /settings/{name}', 'shop.hours'),
  'settings of a page': byReturn('PATCH /settings', 'shop.hours'),
  'a setting that was returned': byReturn('POST /settings/{name}/return', 'shop.hours'),
  'the home page': byReturn('PUT /home-page', 'home.sections'),
  'settings that were returned': allSettings('POST /settings/return'),
}
