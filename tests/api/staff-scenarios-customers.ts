import { sql } from 'kysely'
import sharp from 'sharp'
import type { CallName } from '#platform/api/endpoint.ts'
import { indianDay } from '#platform/india-time.ts'
import { addSubscriber, confirmSubscriber } from '#shop/contact/sql.server.ts'
import { buy, newShopper, tee, tote } from '../support/checkout-fixture.ts'
import { type Make, made, type ScenarioContext } from './staff-scenario.ts'

/** A buyer who wrote a review. */
export async function review({ shop }: ScenarioContext) {
  const who = await newShopper(shop)
  await buy(shop, who, [tote])
  const body = { productId: tote.productId, userId: who.id, stars: 4, comment: 'Good.' }
  const written = await who.api('POST /user/productReview', { body })
  if (!written.ok) throw new Error(written.message)
  return { who, id: written.data.review._id }
}

async function photo(context: ScenarioContext): Promise<string> {
  const { who } = await review(context)
  const params = { productId: tote.productId, userId: who.id }
  const body = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer()
  const call = 'POST /user/product/{productId}/user/{userId}/reviewPhoto'
  const added = await who.api(call, { params, body }, { fileType: 'image/png' })
  if (!added.ok) throw new Error(added.message)
  return added.data.photos[0]?._id ?? ''
}

let drafts = 0
const draftText = () => ({ subject: `Scenario ${++drafts}`, text: 'Kurtas are here.' })
const draft = async (context: ScenarioContext) => String((await made(context, 'POST', '/newsletters', draftText())).id)

/** A draft that was sent as a test, with somebody to send it to. */
async function tested(context: ScenarioContext): Promise<string> {
  const { db } = context.shop.shop
  await confirmSubscriber(db, await addSubscriber(db, `reader-${drafts}@example.test`))
  const id = await draft(context)
  await made(context, 'POST', `/newsletters/${id}/test`, {})
  return id
}

/** A newsletter that is being sent: no job of the test's shop sends it. */
async function sending(context: ScenarioContext): Promise<string> {
  const { path, body } = await sendable(context)
  return String((await made(context, 'POST', path, body)).id)
}

/** Sending a tested draft of this version. */
async function sendable(context: ScenarioContext) {
  const id = await tested(context)
  const { version } = await made(context, 'GET', `/newsletters/${id}`)
  return { path: `/newsletters/${id}/send`, body: { version } }
}

let keys = 0
const key = () => ({ name: `Scenario ${++keys}`, scopes: ['orders:read'], until: indianDay(new Date()) })

/** Changes of customers, reviews, newsletters and keys. */
export const customerScenarios: Partial<Record<CallName, Make>> = {
  'POST /customers/{id}/erase': async ({ shop }) => {
    const { id, email } = await newShopper(shop)
    return { path: `/customers/${id}/erase`, body: { email } }
  },
  'POST /customers/{id}/forgive': async ({ shop, asha }) => {
    const { orderId } = await buy(shop, asha, [tee])
    await sql`insert into refusals (order_id) values (${orderId})`.execute(shop.shop.db)
    return { path: `/customers/${asha.id}/forgive` }
  },
  'POST /customers/{id}/sign-out': async ({ shop }) => ({ path: `/customers/${(await newShopper(shop)).id}/sign-out` }),
  'POST /customers/{id}/credit': async ({ shop }) => ({
    path: `/customers/${(await newShopper(shop)).id}/credit`,
    body: { amount: 250.5, reason: 'The late parcel' },
  }),
  'POST /reviews/{id}/hide': async (context) => ({ path: `/reviews/${(await review(context)).id}/hide` }),
  'POST /reviews/{id}/show': async (context) => {
    const { id } = await review(context)
    await made(context, 'POST', `/reviews/${id}/hide`)
    return { path: `/reviews/${id}/show` }
  },
  'POST /reviews/{id}/answer': async (context) => ({
    path: `/reviews/${(await review(context)).id}/answer`,
    body: { text: 'Thank you.' },
  }),
  'POST /reviews/photos/{id}/approve': async (context) => ({ path: `/reviews/photos/${await photo(context)}/approve` }),
  'POST /reviews/photos/{id}/reject': async (context) => ({ path: `/reviews/photos/${await photo(context)}/reject` }),
  'POST /newsletters': async () => ({ body: draftText() }),
  'PATCH /newsletters/{id}': async (context) => ({
    path: `/newsletters/${await draft(context)}`,
    body: { subject: 'Linen is back' },
  }),
  'DELETE /newsletters/{id}': async (context) => ({ path: `/newsletters/${await draft(context)}` }),
  'POST /newsletters/{id}/test': async (context) => ({ path: `/newsletters/${await draft(context)}/test`, body: {} }),
  'POST /newsletters/{id}/send': sendable,
  'POST /newsletters/{id}/stop': async (context) => ({ path: `/newsletters/${await sending(context)}/stop` }),
  'POST /newsletters/{id}/resume': async (context) => {
    const id = await sending(context)
    await made(context, 'POST', `/newsletters/${id}/stop`)
    return { path: `/newsletters/${id}/resume` }
  },
  'POST /keys': async () => ({ body: key() }),
  'DELETE /keys/{id}': async (context) => ({
    path: `/keys/${String((await made(context, 'POST', '/keys', key())).id)}`,
  }),
}
