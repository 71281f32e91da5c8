import { slugOf } from '#platform/text/slug.ts'

/** A line of the demonstration catalogue, which generated products vary. */
interface Sample {
  _id: string
  name: string
  price: number
  colors: string[]
  variants: { sku: string; color: string; size: string; quantity: number }[]
  pictures: { color: string }[]
  [field: string]: unknown
}

const FIRST_WORDS = 'Early Slow Window Harbour Night Monsoon Canteen Platform Second Sunday'.split(' ')
const SECOND_WORDS = 'Signal Bench Local Junction Terrace Bazaar Carriage Kiosk Seaface Tiffin'.split(' ')

/**
 * A large catalogue for load tests (`catalog generate`): `count` lines for the import, each a sample with another name,
 * price, colours, stock and date. The same count, seed and samples always give the same lines.
 */
export function* generateCatalogue(count: number, seed: number, samples: readonly string[]): Generator<string> {
  const parsed = samples.filter((line) => line.trim() !== '').map((line): Sample => JSON.parse(line))
  if (parsed.length === 0) throw new RangeError('generating a catalogue needs at least one sample')
  const random = randomFrom(seed)
  for (let number = 1; number <= count; number++) {
    const sample = parsed[Math.floor(random() * parsed.length)]
    if (sample) yield JSON.stringify(vary(sample, number, random))
  }
}

function vary(sample: Sample, number: number, random: () => number) {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const name = `${pick(FIRST_WORDS)} ${pick(SECOND_WORDS)} ${sample.name.split(' ').slice(-2).join(' ')}`
  const drawn = sample.colors.filter(() => random() < 0.7)
  const colors = drawn.length > 0 ? drawn : sample.colors.slice(0, 1)
  const { rows: _, badge: __, ...rest } = sample
  return {
    ...rest,
    _id: `${slugOf(name)}-${number}`,
    name,
    price: Math.max(199, Math.round((sample.price * (0.6 + random())) / 50) * 50 - 1),
    colors,
    variants: sample.variants
      .filter((variant) => colors.includes(variant.color))
      .map((variant) => ({
        ...variant,
        sku: `G${number}-${variant.sku.split('-').slice(1).join('-')}`,
        quantity: random() < 0.15 ? 0 : Math.floor(random() * 40),
      })),
    pictures: sample.pictures.filter((picture) => colors.includes(picture.color)),
    createdAt: new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 600) * 86_400_000).toISOString().slice(0, 10),
  }
}

/** Mulberry32: small, fast, and the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
