import { z } from 'zod'
import { type StaffSession, staffActor } from '#platform/api/identity.ts'
import { readIfMatch } from '#platform/api/if-match.server.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { changeProducts, previewBulkChange } from './bulk/bulk.server.ts'
import { countForStaff, listForStaff } from './list.server.ts'
import { createProduct, type Edited, editProduct } from './product/edit.server.ts'
import { adviseOnPrice } from './product/price-advice.server.ts'
import { readRecord } from './product/record.server.ts'
import { listProductHistory } from './product/record-sql.server.ts'
import { type ChangedProduct, changeProduct, changeProductState } from './product/staff.server.ts'
import type { productStaffContract } from './product/staff-contract.ts'
import type { ProductState } from './rules.ts'
import { startOf } from './schedule/period.ts'
import { scheduledText, showTimeline, takeBackChange } from './schedule/timeline.server.ts'
import type { catalogStaffContract } from './staff-contract.ts'
import type { stockStaffContract } from './stock/contract.ts'
import { addStock, countStock, listStockForStaff, setLevel, showHistory } from './stock/stock.server.ts'

/** Products and stock on the staff site. */
export function createCatalogStaffHandlers(
  shop: Shop,
): Handlers<typeof catalogStaffContract & typeof productStaffContract & typeof stockStaffContract> {
  const { db } = shop
  const by = (staff: StaffSession) => ({ ...shop, actor: staffActor(staff) })
  const tagged = (edited: Edited) => {
    shop.productsChanged([edited.product._id])
    return ok(edited, { etag: `"${edited.product.version}"` })
  }
  /** Shoppers of this instance see it from now on; the others are notified by the database. */
  const shown = (result: Result<ChangedProduct>) => {
    if (result.ok) shop.productsChanged([result.data._id])
    return toMoved(result)
  }
  const changed = <R extends { ok: boolean; data?: { stock: { productId: string } } }>(result: R): R => {
    if (result.data) shop.productsChanged([result.data.stock.productId])
    return result
  }
  const setState =
    (state: ProductState) =>
    async ({ params, body: { at, from }, caller }: StateCall) =>
      shown(
        await changeProductState(
          db,
          staffActor(caller.staff),
          params.id,
          state,
          at && startOf(at, shop.clock.now()),
          from,
        ),
      )
  return {
    'GET /products': ({ query }) => listForStaff(shop, query),

    async 'GET /products/counts'() {
      return ok(await countForStaff(shop))
    },

    'GET /products/timeline': ({ query }) => showTimeline(shop, query),

    'DELETE /products/timeline/{change}': ({ params: { change }, caller: { staff } }) =>
      takeBackChange(shop, staffActor(staff), change),

    async 'POST /products/bulk'({ body: { change, dryRun, ...selection }, caller: { staff } }) {
      const context = { ...shop, actor: staffActor(staff) }
      if (dryRun) {
        const preview = await previewBulkChange(context, selection, change)
        return preview.ok ? ok(preview.data.report) : preview
      }
      const report = await changeProducts(context, selection, change)
      if (report.ok && report.data.count > 0) shop.productsChanged('all')
      return report
    },

    async 'GET /products/{id}'({ params: { id } }) {
      const product = await readRecord(shop, id)
      if (!product) return refuse('not_found', `There is no product ${id}.`)
      return ok(product, { etag: `"${product.version}"` })
    },

    async 'GET /products/{id}/price-advice'({ params: { id }, query: { price } }) {
      const advice = await adviseOnPrice(shop, id, price)
      return advice ? ok(advice) : refuse('not_found', `There is no product ${id}.`)
    },

    async 'GET /products/{id}/history'({ params: { id }, query: { cursor, limit } }) {
      const after = readCursor(cursor, z.tuple([z.string().regex(/^\d{1,18}$/)]))
      if (!after.ok) return after
      const rows = await listProductHistory(db, id, { after: after.data?.[0] ?? null, limit })
      const page = cutPage(rows, limit, (row) => [row.id])
      return ok({ items: page.items.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), next: page.next })
    },

    async 'POST /products'({ body, caller: { staff } }) {
      const created = await createProduct(by(staff), body)
      return created.ok ? tagged(created.data) : created
    },

    async 'PATCH /products/{id}'({ params: { id }, body, caller: { staff, headers } }) {
      const version = readIfMatch(headers)
      if (!version.ok) return version
      const edited = await editProduct(by(staff), id, body, version.data)
      return edited.ok ? tagged(edited.data) : edited
    },

    'POST /products/{id}/publish': setState('published'),
    'POST /products/{id}/hide': setState('hidden'),
    'POST /products/{id}/archive': setState('archived'),

    async 'POST /products/{id}/sale'({ params, body: { price, mrp, from, to }, caller: { staff } }) {
      if (!from && !to) return refuse('invalid_input', 'Please enter a start and an end.')
      const prices = { price, ...(mrp === undefined ? {} : { mrp }) }
      const period = { from: from && startOf(from, shop.clock.now()), to: to?.to }
      if (!period.from && !period.to) return refuse('invalid_input', 'A sale that has started needs an end.')
      return shown(await changeProduct(db, staffActor(staff), params.id, prices, period))
    },

    'GET /stock': ({ query }) => listStockForStaff(shop, query),

    'POST /stock/{sku}': async ({ params: { sku }, body, caller: { staff } }) =>
      changed(await addStock(shop, staffActor(staff), sku, body)),

    'POST /stock/{sku}/count': async ({ params: { sku }, body, caller: { staff } }) =>
      changed(await countStock(shop, staffActor(staff), sku, body)),

    'PATCH /stock/{sku}': ({ params: { sku }, body: { low }, caller: { staff } }) =>
      setLevel(shop, staffActor(staff), sku, low),

    'GET /stock/{sku}/history': ({ params: { sku }, query }) => showHistory(shop, sku, query),
  }
}

interface StateCall {
  params: { id: string }
  body: { at?: { from: Date; to: Date } | undefined; from?: ProductState | undefined }
  caller: { staff: StaffSession }
}

function toMoved(result: Result<ChangedProduct>) {
  if (!result.ok) return narrow(result)
  const { _id: id, state, version, scheduled, undo = null } = result.data
  const coming = scheduled.map(({ at, change }) => ({ at, text: scheduledText(change) }))
  return ok({ id, state, version, scheduled: coming, undo })
}

/** The refusals of a change as its call declares them. */
function narrow({ code, message }: Extract<Result<never>, { ok: false }>) {
  return code === 'not_found' || code === 'conflict' ? refuse(code, message) : refuse('invalid_input', message)
}
