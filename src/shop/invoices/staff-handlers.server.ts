import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { asFile } from './handlers.server.ts'
import { readCreditNote, readInvoice } from './issue.server.ts'
import { CREDIT_NOTE_NOT_FOUND, INVOICE_LATER } from './messages.ts'
import { printPackingSlips } from './packing-slip.server.ts'
import type { staffInvoicesContract } from './staff-contract.ts'

export function createInvoicesStaffHandlers(shop: Shop): Handlers<typeof staffInvoicesContract> {
  return {
    async 'GET /orders/{id}/invoice.pdf'({ params: { id } }) {
      const orderId = await findOrderId(shop.db, id)
      if (orderId === null) return refuse('not_found', ORDER_NOT_FOUND)
      const invoice = await readInvoice(shop, orderId)
      return invoice ? asFile(invoice) : refuse('not_found', INVOICE_LATER)
    },

    async 'GET /orders/{id}/credit-notes/{refund}'({ params: { id, refund } }) {
      const note = await readCreditNote(shop, refund)
      const isOfOrder = note !== null && note.orderId === (await findOrderId(shop.db, id))
      return isOfOrder ? asFile(note) : refuse('not_found', CREDIT_NOTE_NOT_FOUND)
    },

    async 'GET /orders/{id}/packing-slip.pdf'({ params: { id }, query: { paper } }) {
      const slip = await printPackingSlips(shop, [id], paper)
      if (!slip.ok) return slip
      return ok(slip.data.file, { 'content-disposition': 'inline; filename="packing-slip.pdf"' })
    },
  }
}
