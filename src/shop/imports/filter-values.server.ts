import { FILTER_OPTIONS } from '../catalog/rules.ts'

/** Colour names of other shops, by their filter option: Navy is Blue. */
const COLOR_FAMILIES: Record<(typeof FILTER_OPTIONS.colors)[number], string> = {
  Red: 'crimson scarlet cherry coral vermilion rust brick tomato ruby',
  Blue: 'navy indigo turquoise cyan aqua sky cobalt denim azure royal',
  Green: 'olive mint sage khaki lime emerald forest moss pista bottle',
  Pink: 'rose blush magenta fuchsia peach salmon',
  White: 'ivory cream offwhite ecru natural bone oatmeal vanilla',
  Black: 'jet onyx noir ebony midnight',
  Grey: 'gray charcoal silver ash slate graphite heather steel melange',
  Maroon: 'wine burgundy oxblood bordeaux claret',
  Gold: 'golden bronze brass champagne',
  Yellow: 'mustard lemon ochre amber turmeric',
  Orange: 'apricot tangerine saffron terracotta',
  Purple: 'violet lavender lilac plum mauve aubergine',
}

const colors = namesByWord(COLOR_FAMILIES)

/** Looks up a name by any of its words, or by itself in lower case. */
function namesByWord(words: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, others]) =>
      [name.toLowerCase(), ...others.split(' ')].map((word) => [word, name] as const),
    ),
  )
}

/** The filter's name of a colour, or the given name if none matches. */
export function filterColor(value: string): string {
  const words = wordsIn(value.replace(/off[- ]white/i, 'offwhite'))
  const names = [words.join(''), ...words.toReversed()].map((word) => colors.get(word))
  return names.find((name) => name !== undefined) ?? value.trim().replaceAll(',', ' ')
}

/**
 * The filter's names of a product's colours. If several count as one, as Navy and Sky do, one gets the filter's name
 * (the one with that very name, or else the first) and the others keep their own, so that their variants stay separate.
 * `mainOf` returns the part of a value that names its colour.
 */
export function filterColors(values: readonly string[], mainOf = (value: string) => value): (value: string) => string {
  const names = new Map<string, string>()
  const isFilterName = (value: string) => filterColor(mainOf(value)).toLowerCase() === value.trim().toLowerCase()
  for (const value of [...values.filter(isFilterName), ...values]) {
    const key = value.trim().toLowerCase()
    if (key === '' || names.has(key)) continue
    const name = filterColor(mainOf(value))
    const isTaken = [...names.values()].includes(name)
    names.set(key, isTaken ? value.trim().replaceAll(',', ' ') : name)
  }
  return (value) => names.get(value.trim().toLowerCase()) ?? filterColor(value)
}

const sizes = namesByWord({
  S: 'small',
  M: 'medium',
  L: 'large',
  XL: 'xlarge extralarge',
  XXL: 'xxlarge 2xl 2x',
  XXXL: '3xl 3x',
  'Free Size': 'free freesize onesize os defaulttitle',
})

/** The filter's name of a size (2XL is XXL, One Size is Free Size), or the given name if none matches. */
export function filterSize(value: string): string {
  return sizes.get(value.toLowerCase().replace(/[\s-]/g, '')) ?? value.trim().replaceAll(',', ' ')
}

const genders = namesByWord({ Man: 'men mens male', Woman: 'women womens female ladies', Other: 'unisex' })

/** The category of a gender or a tag, or undefined. */
export function filterCategory(value: string): string | undefined {
  return genders.get(value.toLowerCase().replace(/[^a-z]/g, ''))
}

/** The filter option of a value (`linen`, `drop-shoulder`, `Regular`), or undefined if none matches. */
export function filterOption(list: 'pattern' | 'fabric' | 'fit', value: string): string | undefined {
  const plain = wordsIn(value).join(' ')
  return FILTER_OPTIONS[list].find((option) => {
    const name = option.toLowerCase()
    return name === plain || (list === 'fit' && name === `${plain} fit`)
  })
}

/** The first filter option named in a text, except `Other`, which is too common a word. */
export function optionInText(list: 'pattern' | 'fabric' | 'fit', text: string): string | undefined {
  const plain = ` ${wordsIn(text).join(' ')} `
  return FILTER_OPTIONS[list].find((option) => option !== 'Other' && plain.includes(` ${option.toLowerCase()} `))
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
