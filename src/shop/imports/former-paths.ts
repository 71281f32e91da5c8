/** Product paths in the shops that people move from, Shopify and WooCommerce, with their language prefixes. */
export const PRODUCT_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:(?:collections\/[^/]+\/)?products|product)\/([^/]+)\/?$/i

/** Listing paths in those shops. */
export const LISTING_PATH = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:collections(?:\/[^/]+)?|product-category\/.+|shop)\/?$/i
