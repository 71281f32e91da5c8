import type { Shop } from '../shop.server.ts'
import { colorNamedIn } from './picture-list.server.ts'
import { possibleOwners } from './picture-names.ts'
import { findPictureOwners } from './picture-owners-sql.server.ts'

/** Whose picture a file is, by its name or its folder's: a SKU has its colour, of a product's the name may say it. */
export interface MatchedPicture {
  file: string
  product: { id: string; name: string } | null
  /** Empty: a picture of all colours. */
  color: string
}

/** Finds the products of picture files, by the longest SKU or id that a name begins with. */
export async function matchPictures({ db }: Pick<Shop, 'db'>, files: readonly string[]): Promise<MatchedPicture[]> {
  const wanted = files.map((file) => ({ file, owners: possibleOwners(file) }))
  const found = await findPictureOwners(db, [...new Set(wanted.flatMap(({ owners }) => owners))])
  const known = new Map(found.map((one) => [one.plain, one]))
  return wanted.map(({ file, owners }) => {
    const name = owners.find((one) => known.has(one))
    const owner = name === undefined ? undefined : known.get(name)
    if (!owner) return { file, product: null, color: '' }
    const { id, name: product, colors, color } = owner
    const shown = color ?? colorNamedIn('', file, colors) ?? (colors.length === 1 ? colors[0] : undefined)
    return { file, product: { id, name: product }, color: shown ?? '' }
  })
}
