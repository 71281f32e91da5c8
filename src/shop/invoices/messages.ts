import { t } from '#platform/text/t.ts'

export const INVOICE_LATER = t('The invoice of this order comes when its payment is confirmed.')
export const CREDIT_NOTE_NOT_FOUND = t('Credit note not found.')
export const DOCUMENT_UNREACHED = t('The document could not be loaded. Please try again.')
