import { LISTING_PATH, PRODUCT_PATH } from '#shop/imports/former-addresses.ts'
import { slugOf } from '#shop/imports/slug.server.ts'

/**
 * Where a page of a former shop went: to the product of that handle, or to the list of all; null where it is no such
 * address, or nothing here has that handle. An import gives products the handles of their file.
 */
export async function movedTo(path: string, hasProduct: (id: string) => Promise<boolean>): Promise<string | null> {
  const handle = PRODUCT_PATH.exec(path)?.[1]
  if (handle !== undefined) {
    const id = slugOf(decoded(handle))
    return id !== '' && (await hasProduct(id)) ? `/product-details/${id}` : null
  }
  return LISTING_PATH.test(path) ? '/categories' : null
}

/** A path as `moved_from` has it: decoded, without the slash at its end. */
export const formerPath = (path: string): string => decoded(path).replace(/\/+$/, '')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
