import { slugOf } from '#platform/text/slug.ts'
import { LISTING_PATH, PRODUCT_PATH } from '#shop/catalog/product/former-paths.ts'

/**
 * The page that replaces one of the former shop, whose products were imported with their handles: the product with the
 * same handle, or the list of all products. Null for any other path, or if no product has the handle.
 */
export async function movedTo(path: string, hasProduct: (id: string) => Promise<boolean>): Promise<string | null> {
  const handle = PRODUCT_PATH.exec(path)?.[1]
  if (handle !== undefined) {
    const id = slugOf(decoded(handle))
    return id !== '' && (await hasProduct(id)) ? `/product-details/${id}` : null
  }
  return LISTING_PATH.test(path) ? '/categories' : null
}

/** A path in the format of the column `moved_from`: decoded, without its trailing slash. */
export const formerPath = (path: string): string => decoded(path).replace(/\/+$/, '')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
