import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { findOrderState } from '../orders/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { invoicesContract } from './contract.ts'
import { readCreditNote, readInvoice } from './issue.server.ts'
import { fileName } from './mails.server.ts'
import { CREDIT_NOTE_NOT_FOUND, INVOICE_LATER } from './messages.ts'
import { type PrintedDocument, printDocument } from './pdf.server.ts'

export function createInvoicesHandlers(shop: Shop): Handlers<typeof invoicesContract> {
  return {
    async 'GET /user/invoice/{userId}/{orderId}'({ params, caller }) {
      const order = await findOrderState(shop.db, caller.customer, params.orderId)
      if (!order?.status) return refuse('not_found', ORDER_NOT_FOUND)
      const invoice = await readInvoice(shop, params.orderId)
      return invoice ? asFile(invoice) : refuse('not_found', INVOICE_LATER)
    },
    async 'GET /user/credit-note/{userId}/{refundId}'({ params, caller }) {
      const note = await readCreditNote(shop, params.refundId)
      return note?.customer === caller.customer ? asFile(note) : refuse('not_found', CREDIT_NOTE_NOT_FOUND)
    },
  }
}

/** A document as the file of a response. */
export async function asFile(document: PrintedDocument) {
  return ok(await printDocument(document), { 'content-disposition': `attachment; filename="${fileName(document)}"` })
}
