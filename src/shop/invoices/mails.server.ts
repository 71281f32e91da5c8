import type { Mail, MailFile } from '#platform/mail/mail.ts'
import { t } from '#platform/text/t.ts'
import type { Order } from '../orders/contract.ts'
import { linePieces, sums } from '../orders/mail-parts.server.ts'
import { type Recipient, statusMail } from '../orders/mails.server.ts'
import type { Shop } from '../shop.server.ts'
import { readInvoice } from './issue.server.ts'
import { documentTitle, printDocument } from './pdf.server.ts'

const INVOICE = 'invoice:'

/** The mail with the invoice of an order attached. The invoice needn't exist until the mail is sent. */
export function withInvoice(mail: Mail, orderId: string): Mail {
  return { ...mail, files: [`${INVOICE}${orderId}`] }
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
  const invoice = reference.startsWith(INVOICE) ? await readInvoice(context, reference.slice(INVOICE.length)) : null
  if (!invoice) return null
  return { filename: fileName(invoice), contentType: 'application/pdf', content: await printDocument(invoice) }
}

/** The name of a document's file: tax-invoice-INV-26-27-00001.pdf. */
export function fileName(printed: Parameters<typeof documentTitle>[0] & { number: string }): string {
  const title = documentTitle(printed).toLowerCase().replaceAll(' ', '-')
  return `${title}-${printed.number.replaceAll('/', '-')}.pdf`
}
