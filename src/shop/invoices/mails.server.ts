import type { Mail, MailFile } from '#platform/mail/mail.ts'
import { t } from '#platform/text/t.ts'
import type { Order } from '../orders/contract.ts'
import { linePieces, sums } from '../orders/mail-parts.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import type { Shop } from '../shop.server.ts'
import { readDebitNote, readInvoice } from './issue.server.ts'
import { documentTitle, printDocument } from './pdf.server.ts'

const INVOICE = 'invoice:'
const DEBIT_NOTE = 'debit-note:'

/** The mail with the invoice of an order attached. The invoice needn't exist until the mail is sent. */
export function withInvoice(mail: Mail, orderId: string): Mail {
  return { ...mail, files: [`${INVOICE}${orderId}`] }
}

/** The mail with the debit note of an exchange attached, which needn't exist until the mail is sent. */
export function withDebitNote(mail: Mail, exchangeId: string): Mail {
  return { ...mail, files: [`${DEBIT_NOTE}${exchangeId}`] }
}

/** Sends the invoice of an order whose payment was confirmed after the order's mail. */
export function invoiceMail(order: Order, recipient: Recipient): Mail {
  const message = t('Your payment has been confirmed. The invoice is attached to this e-mail.')
  const rows: [string, string][] = [[t('Order'), order.orderNumber]]
  const parts = [{ rows }, linePieces(order, recipient.publicUrl), sums(order)]
  return withInvoice(
    statusMail(
      { subject: t('Your invoice'), message, parts, orderId: order._id, number: order.orderNumber },
      recipient,
    ),
    order._id,
  )
}

/** Creates a file that a mail refers to, or returns null for an unknown reference. */
export async function createMailFile(
  context: Pick<Shop, 'db' | 'settings'>,
  reference: string,
): Promise<MailFile | null> {
  const issued = reference.startsWith(INVOICE)
    ? await readInvoice(context, reference.slice(INVOICE.length))
    : reference.startsWith(DEBIT_NOTE)
      ? await readDebitNote(context, reference.slice(DEBIT_NOTE.length))
      : null
  if (!issued) return null
  return { filename: fileName(issued), contentType: 'application/pdf', content: await printDocument(issued) }
}

/** The name of a document's file: tax-invoice-INV-26-27-00001.pdf. */
export function fileName(printed: Parameters<typeof documentTitle>[0] & { number: string }): string {
  const title = documentTitle(printed).toLowerCase().replaceAll(' ', '-')
  return `${title}-${printed.number.replaceAll('/', '-')}.pdf`
}
