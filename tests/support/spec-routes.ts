import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The routes in the table of SPEC section 2 as they are written there; the product page's ends in `{productId}`. */
export const SPEC_ROUTES: readonly string[] = Array.from(
  readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8').matchAll(/^\| (\/\S*) \|/gm),
  ([, route = '']) => route,
)
