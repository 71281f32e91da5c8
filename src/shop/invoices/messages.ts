export const INVOICE_LATER = 'The invoice of this order comes when its payment is confirmed.'
export const CREDIT_NOTE_NOT_FOUND = 'Credit note not found.'
export const DOCUMENT_UNREACHED = 'The document could not be loaded. Please try again.'
