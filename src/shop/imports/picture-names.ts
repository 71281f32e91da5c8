/**
 * What a picture file may be named after, the longest first: `photos/KL-RED-M_2.jpg` may be the second picture of the SKU
 * KL-RED-M, or one of the product `kl`. Folders count as the beginning of the name, so `kl-kurta/1.jpg` is of `kl-kurta`.
 */
export function possibleOwners(path: string): string[] {
  const parts = path.replace(/\.[A-Za-z0-9]+$/, '').split(/[\\/]/)
  const found = parts.flatMap((_, at) => {
    const words = plainName(parts.slice(at).join('-')).split('-')
    return words.map((_, count) => words.slice(0, count + 1).join('-'))
  })
  return [...new Set(found)].filter((name) => name !== '').toSorted((one, other) => other.length - one.length)
}

/** A SKU, a product's id or a file's name without what people write differently: `KL Red_M` is `KL-RED-M`. */
export function plainName(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
