import { t } from '#platform/text/t.ts'
export const NO_SUCH_PRODUCT = t('Product not found.')
export const NO_LONGER_SOLD = t('This product is no longer sold.')
export const PRODUCT_FOUND = t('Product details fetched successfully.')
