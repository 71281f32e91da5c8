import { slugOf } from '#platform/text/slug.ts'
import { LISTING_PATH, PRODUCT_PATH } from '#shop/catalog/product/former-paths.ts'

interface Products {
  hasProduct(id: string): Promise<boolean>
  /** The product that keeps this path of the previous shop. */
  findMoved(path: string): Promise<string | null>
}

/**
 * The page that replaces one of the former shop, whose products were imported with their handles: the product with the
 * same handle, or the list of all products. Null for any other path, or if no product has the handle.
 */
export async function movedTo(path: string, { hasProduct, findMoved }: Products): Promise<string | null> {
  const handle = PRODUCT_PATH.exec(path)?.[1]
  if (handle !== undefined) {
    const id = slugOf(decoded(handle))
    // Of two handles that make one id, one keeps its path.
    const found = (await findMoved(`/products/${decoded(handle)}`)) ?? (id !== '' && (await hasProduct(id)) ? id : null)
    return found === null ? null : `/product-details/${found}`
  }
  return LISTING_PATH.test(path) ? '/categories' : null
}

/** The one spelling of a page's path: in small letters, without a slash at its end and without codes that nothing needs. */
export function onePath(path: string): string {
  // What begins so would lead to another host.
  if (path.startsWith('//')) return path
  const plain = path.replace(/%[\da-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : code
  })
  return plain.toLowerCase().replace(/(?<=[^/])\/$/, '')
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
