/** Paths of a product in the shops that people move from: Shopify's and WooCommerce's, with their language prefixes. */
export const PRODUCT_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:(?:collections\/[^/]+\/)?products|product)\/([^/]+)\/?$/i

/** Paths of the listings in those shops. */
export const LISTING_PATH = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:collections(?:\/[^/]+)?|product-category\/.+|shop)\/?$/i
