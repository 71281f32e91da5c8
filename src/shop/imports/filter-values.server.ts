import { FILTER_OPTIONS } from '../catalog/rules.ts'

/** Looks up a name by any of its words, or by itself in lower case. */
function namesByWord(words: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, others]) =>
      [name.toLowerCase(), ...others.split(' ')].map((word) => [word, name] as const),
    ),
  )
}

/** A colour as the shop names it. SPEC 9's options get their spelling; commas would divide a filter's list. */
export function colorName(value: string): string {
  const name = value.replaceAll(',', ' ').replace(/\s+/g, ' ').trim()
  return FILTER_OPTIONS.colors.find((option) => option.toLowerCase() === name.toLowerCase()) ?? name
}

/** The names of a product's colours: one spelling for each, the first. */
export function colorNames(values: readonly string[]): (value: string) => string {
  const names = new Map<string, string>()
  for (const name of values.map(colorName)) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  return (value) => names.get(colorName(value).toLowerCase()) ?? colorName(value)
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
  return sizes.get(value.toLowerCase().replace(/[\s-]/g, '')) ?? value.trim().replace(/\s*,\s*/g, ' ')
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
