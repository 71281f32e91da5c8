import { t } from '#platform/text/t.ts'

export const INVOICE_LATER = t('You’ll get the invoice once your payment is confirmed.')
export const CREDIT_NOTE_NOT_FOUND = t('Credit note not found.')
export const DOCUMENT_UNREACHED = t('We couldn’t load the document. Please try again.')
