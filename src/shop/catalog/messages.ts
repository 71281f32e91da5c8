export const NO_SUCH_PRODUCT = 'This product was not found.'
export const NO_LONGER_SOLD = 'This product is no longer sold.'
export const PRODUCT_FOUND = 'Product details fetched successfully.'
