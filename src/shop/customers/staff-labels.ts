import { formatPrice } from '#platform/money.ts'

export const NO_CUSTOMER = 'This customer doesn’t exist. They may have been erased.'
export const OTHER_EMAIL = 'This isn’t the customer’s e-mail address. Nothing was erased.'

/** What an erasure takes from a customer whose store credit is this many rupees: a sentence each. */
export function lostBy(credit: number): string[] {
  return credit > 0 ? [`${formatPrice(credit)} of store credit is lost.`] : []
}

/** What an erasure leaves, and why: a sentence each. */
export function stays({
  orders,
  documents,
  reviews,
}: {
  orders: number
  documents: number
  reviews: number
}): string[] {
  return [
    ...(orders > 0
      ? [
          `${counted(orders, 'order')} for the books: goods, amounts and the state that it was sent to, without name, address, phone or e-mail. The CGST Act (section 36) asks for them for six years.`,
        ]
      : []),
    ...(documents > 0
      ? [
          `${counted(documents, 'invoice or credit note', 'invoices and credit notes')}, without the buyer’s name. Their numbers may have no gaps (CGST Rules, rule 46).`,
        ]
      : []),
    ...(reviews > 0 ? [`${counted(reviews, 'review')}, by “A former customer”, without photos.`] : []),
    'Lines of the log, which don’t name the person.',
  ]
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
