import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom } from '#shop/imports/generate.server.ts'

interface SampleProduct {
  name: string
  description: string
}

const SYLLABLES = 'ka mo ri sha ven tal zo pri lun dar bel fi gar nu tis wen cor hal jas mer'.split(' ')
/** As in a real catalogue of a million products, many words occur in only a few of them. */
const RARE_WORDS = 20_000

// The casts are safe: catalogue.test.ts and searches.test.ts check the files.
const linesOf = <T>(name: string) =>
  readFileSync(join(import.meta.dirname, '../catalogue', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** Names and descriptions by number: those of the demonstration, with rare words added. */
export function generateTexts(): (number: number) => SampleProduct {
  const random = randomFrom(3)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const samples = linesOf<SampleProduct>('products.jsonl')
  const rare = Array.from({ length: RARE_WORDS }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join(''),
  )
  const words = samples.flatMap(({ name }) => name.split(' '))
  return (number) => {
    const drawn = randomFrom(number)
    const rareWord = () => rare[Math.floor(rare.length * drawn() ** 3)] ?? ''
    const sample = samples[Math.floor(drawn() * samples.length)]
    const lastWords = sample?.name.split(' ').slice(-2).join(' ') ?? ''
    return {
      name: `${rareWord()} ${words[Math.floor(drawn() * words.length)]} ${lastWords}`,
      description: `${sample?.description.slice(0, 200)} ${rareWord()} ${rareWord()} ${rareWord()}`,
    }
  }
}

/** Searches of catalogue/searches.jsonl, each with a typo in its first long word: a letter missing, added or wrong, or two swapped. */
export function generateSearches(count: number): string[] {
  const random = randomFrom(31)
  const searches = linesOf<{ q: string }>('searches.jsonl')
  return Array.from({ length: count }, (_, n) => withTypo(searches[n % searches.length]?.q ?? '', random))
}

function withTypo(text: string, random: () => number): string {
  const word = /[a-z]{5,}/.exec(text)
  if (!word) return text
  const [at, letter] = [1 + Math.floor(random() * (word[0].length - 2)), 'aeiournst'[Math.floor(random() * 9)] ?? '']
  const [before, here, next, after] = [word[0].slice(0, at), word[0][at], word[0][at + 1] ?? '', word[0].slice(at + 2)]
  const typos = [before + next + after, `${before}${next}${here}${after}`, `${before}${letter}${here}${next}${after}`]
  typos.push(before + letter + next + after)
  return text.replace(word[0], typos[Math.floor(random() * typos.length)] ?? word[0])
}
