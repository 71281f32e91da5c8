/** Product paths in the shops that people move from, Shopify and WooCommerce, with their language prefixes. */
export const PRODUCT_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:(?:collections\/[^/]+\/)?products|product)\/([^/]+)\/?$/i

/** Listing paths in those shops. */
export const LISTING_PATH = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:collections(?:\/[^/]+)?|product-category\/.+|shop)\/?$/i

/** The longest path in the previous shop that a product may have, in characters. */
export const MAX_FORMER_PATH = 500

/** True if this can be a product's path in the previous shop. It's decoded, so it may have spaces. */
export function isFormerPath(path: string): boolean {
  return path.length <= MAX_FORMER_PATH && /^\/[^?#\p{Cc}]+$/u.test(path)
}
