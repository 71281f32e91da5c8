import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FILTER_OPTIONS } from '../../catalog/rules.ts'
import { addRow } from '../index/rows.server.ts'
import { readDictionary } from './dictionary.server.ts'
import { filtersIn } from './named-filters.server.ts'
import { type ReadText, readWords, withoutWords } from './read-words.server.ts'
import { tokenize, wordsOf } from './tokens.server.ts'
import { addValue, addWord, createWordIndex, type WordIndex } from './word-index.server.ts'

function indexOf(names: readonly string[], ownWords = ''): WordIndex {
  const index = createWordIndex(readDictionary(ownWords))
  for (const [row, name] of names.entries()) {
    for (const word of wordsOf(name)) addRow(addWord(index, word).name, row)
    for (const word of ['heavy', 'fleece']) addRow(addWord(index, word).description, row)
  }
  for (const list of ['colors', 'sizes', 'fit', 'categories'] as const)
    for (const value of FILTER_OPTIONS[list]) addValue(index, list, value)
  return index
}

const index = indexOf([
  'Boxy Hoodie',
  'Plain Shirt',
  'Chikankari Kurta',
  'Skirt',
  'Cargo Pants',
  'T-Shirt',
  'Jhola Bag',
])
const priceOf = (text: string) => {
  const { price } = readWords(text, index)
  return price && [price.min, price.max]
}
const stemsOf = ({ parts }: ReadText) => parts.map(({ alternatives }) => alternatives.map((one) => one.join(' ')))

describe('prices', () => {
  test.each([
    ['hoodie under 1500', null, 1500],
    ['hoodie below Rs. 1,500', null, 1500],
    ['hoodie upto ₹999', null, 999],
    ['less than 2k', null, 2000],
    ['1.5k tak hoodie', null, 1500],
    ['1000 se kam', null, 1000],
    ['1000 से कम', null, 1000],
    ['1000 से ज़्यादा', 1000, null],
    ['1000 से ज्यादा', 1000, null],
    ['500 से 1000 तक', 500, 1000],
    ['500 ke andar tshirt', null, 500],
    ['between 500 and 1000', 500, 1000],
    ['500-1000', 500, 1000],
    ['500 se 1000', 500, 1000],
    ['shirt 500 to 1000', 500, 1000],
    ['above 2000', 2000, null],
    ['2000 se upar', 2000, null],
    ['around 1000', 800, 1200],
    ['rs 799', null, 799],
    ['shirt 799', null, 799],
    ['hoodie undr 1500', null, 1500],
    ['above 500 under 1000', 500, 1000],
    ['under 1000 hoodie under 1500', null, 1000],
    ['above 500 above 300', 500, null],
  ])('%s is from %s to %s', (text, min, max) => {
    expect(priceOf(text)).toEqual([min, max])
  })

  test('two price phrases become one price range', () => {
    expect(readWords('above 500  black hoodie under 1000 xl', index).price).toMatchObject({
      min: 500,
      max: 1000,
    })
  })

  test.each(['hoodie', 'pack of 4', '4 to 6 years', 'over shirt', 'under'])('%s isn’t a price', (text) => {
    expect(priceOf(text)).toBeNull()
  })
})

describe('a search', () => {
  test('is read into colour, size, fit, gender, price and words; filters that are chosen already stay words', () => {
    const text = readWords('black XL slim fit hoodie for men under 2500', index)
    expect(text.parts.map(({ list, values }) => [list, values])).toEqual([
      ['colors', ['Black']],
      ['sizes', ['XL']],
      ['fit', ['Slim Fit']],
      [null, []],
      ['categories', ['Man']],
    ])
    expect(text.price).toMatchObject({ min: null, max: 2500 })
    expect(filtersIn(text, {})).toMatchObject({
      lists: { colors: ['Black'], sizes: ['XL'], fit: ['Slim Fit'], categories: ['Man'] },
      rest: 'hoodie',
    })
    expect(filtersIn(text, { colors: ['Red'] })).toMatchObject({
      lists: { sizes: ['XL'], fit: ['Slim Fit'], categories: ['Man'] },
      rest: 'black hoodie',
    })
  })

  test.each([
    ['kurti', {}, 'kurti'],
    ['zeppelin black', { colors: ['Black'] }, ''],
    ['black or red blck hoddie', { colors: ['Black', 'Red'] }, 'hoddie'],
    ['hoodie', {}, 'hoodie'],
    ['best hoodie for me', {}, 'best hoodie for me'],
    ['under 500', {}, ''],
  ])('%s names the filters %j, and the rest is “%s”', (text, lists, rest) => {
    expect(filtersIn(readWords(text, index), {})).toMatchObject({ lists, rest })
  })

  test.each([
    ['hoddie', 'hoodie'],
    ['shrit', 'shirt'],
    ['skrit', 'skirt'],
    ['t-shrit', 'tshirt'],
    ['chickankaari', 'chikankari'],
    ['blck hoodie', 'black hoodie'],
    ['Cargp pants!', 'cargo pants!'],
    ['cargopants', 'cargo pants'],
    ['hpodie', 'hoodie'],
    ['goodie', 'hoodie'],
    ['ohodie', 'hoodie'],
    ['shurt', 'shirt'],
    ['jackit', 'jacket'],
  ])('%s is spelled %s', (text, spelled) => {
    expect(readWords(text, index).spelled?.toLowerCase()).toBe(spelled)
  })

  test.each(['hoodie', 'hoodies', 'hood', 'kurti', 'BLACK', 'kala', '2xl', 'fleece', 'zeppelin', 'xyz', ''])(
    '%s is left as it is',
    (text) => {
      expect(readWords(text, index).spelled).toBeNull()
    },
  )

  test.each([
    ['shrug', 'isn’t shirt, nor the misspelling shurt'],
    ['joota', 'isn’t jhola, which shares too few letters'],
    ['asdfgh', 'isn’t ash'],
    ['racket', 'isn’t jacket, whose first letter is elsewhere on the keyboard'],
  ])('%s %s', (text) => {
    expect(readWords(text, index).spelled).toBeNull()
  })

  test('is never corrected to a word that the dictionary calls misspelled', () => {
    const { misspellings, words } = readDictionary()
    expect(misspellings.size).toBeGreaterThan(0)
    for (const [wrong, right] of misspellings) {
      expect([...words], wrong).not.toContain(wrong)
      expect(readWords(wrong, index).spelled).toBe(right)
    }
  })

  test('of only unknown words, or of no words, is empty', () => {
    for (const text of ['zeppelin', "%';--", '.*', '', 'for the']) expect(readWords(text, index).isEmpty).toBe(true)
    expect(readWords('zeppelin hoodie', index).isEmpty).toBe(false)
  })

  test('finds a garment by any of its synonyms, in both directions', () => {
    const [bag = []] = stemsOf(readWords('tote', index))
    expect(bag).toContain('jhola')
    expect(stemsOf(readWords('jhola', index))[0]).toContain('tote')
    expect(readWords('kurti', index).parts.map(({ values }) => values)).toEqual([[], ['Woman']])
  })

  test('never throws, whatever the text, and the text without one of its parts has fewer words', () => {
    const words = fc.constantFrom('black', 'hoddie', 'under', '500', 'se', '1000', 'xl', 'men', 't', 'shirt', '-', '₹')
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.array(words).map((list) => list.join(' ')),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (typed, isPartial) => {
        const read = readWords(typed, index, isPartial)
        for (const { words } of read.parts)
          expect(wordsOf(withoutWords(typed, words)).length).toBeLessThan(wordsOf(typed).length)
        expect(wordsOf(filtersIn(read, {}).rest).length).toBeLessThanOrEqual(wordsOf(typed).length)
      }),
    )
  })
})

test('the owner’s lines come after the built-in ones: synonyms add up, otherwise the later line wins', () => {
  const own = indexOf(
    ['Nehru Vest', 'Boxy Hoodie'],
    'bandi, nehru vest\nkurti > hoodie\n# a remark\n- kindly\nmunda ~ hoodie',
  )
  expect(stemsOf(readWords('bandi', own))[0]).toContain('nehru vest')
  expect(stemsOf(readWords('kurti', own))[0]).toContain('hoodi')
  expect(readWords('kindly', own).isEmpty).toBe(true)
  expect(own.dictionary.fallbacks.get('munda')).toBe('hoodie')
})

test('an owner’s own word isn’t a misspelling, and misspellings of the owner’s are corrected', () => {
  const own = indexOf(['Shurt', 'Boxy Hoodie'], 'hoodle = hoodie\njaket, jakke')
  for (const word of ['shurt', 'jaket']) expect(readWords(word, own).spelled).toBeNull()
  expect(readWords('hoodle', own).spelled).toBe('hoodie')
})

test('a garment has its kinds and theirs, with their synonyms, and none of them has the garment', () => {
  const own = indexOf(['Plain Shirt'], '* dungaree, dungri\nbottom < dungaree')
  const [bottoms] = readWords('bottoms', own).parts
  const kinds = bottoms?.kinds.map((stems) => stems.join(' '))
  expect(kinds).toEqual(expect.arrayContaining(['pant', 'trouser', 'cargo', 'jort', 'dungare', 'dungri']))
  expect(kinds).not.toContain('bottom')
  const [dungaree] = readWords('dungri', own).parts
  expect([dungaree?.kinds, dungaree?.described]).toEqual([[], []])
})

test('the later of lines that ignore a phrase, replace it or give it synonyms wins', () => {
  const { synonyms, readAs, ignored } = readDictionary('- hoodie, kurtis\nlatest, newest\njhola > tote bag')
  expect([synonyms.has('hoodi'), ignored.has('hoodi')]).toEqual([false, true])
  expect([readAs.has('kurti'), ignored.has('kurti')]).toEqual([false, true])
  expect([ignored.has('latest'), synonyms.has('latest')]).toEqual([false, true])
  expect([synonyms.has('jhola'), readAs.get('jhola')]).toEqual([false, 'tote bag'])
})

test('`wordsOf` finds in products the words that `tokenize` finds in searches', () => {
  const letters = fc.constantFrom(..."tshirvu neck'-,.0159 TK".split(''))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(letters).map((list) => list.join('')),
      ),
      (text) => {
        const read = tokenize(text).flatMap(({ word }) => (/[\p{L}\p{N}]/u.test(word) ? [word] : []))
        expect(wordsOf(text)).toEqual(read)
      },
    ),
    { numRuns: 2000, examples: [["5k't"], ["t stt't"], ["v ne'ck"]] },
  )
})
