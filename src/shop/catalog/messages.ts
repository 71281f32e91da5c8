export const NO_SUCH_PRODUCT = 'This product was not found.'
export const PRODUCT_FOUND = 'Product details fetched successfully.'
