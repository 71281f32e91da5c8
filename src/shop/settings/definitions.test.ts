import { describe, expect, test } from 'vitest'
import { expectLinear, WORST } from '../../../tests/support/worst-texts.ts'
import { DEFAULT_SETTINGS, DEFINITIONS, ownTexts, SETTING_NAMES, unknownSetting, unsetIdentity } from './definitions.ts'

describe.each(SETTING_NAMES)('%s', (name) => {
  const { schema, help } = DEFINITIONS[name]

  test('has a default that its schema takes unchanged', () => {
    expect(schema.parse(DEFAULT_SETTINGS[name])).toEqual(DEFAULT_SETTINGS[name])
  })

  test('says what it does in sentences', () => {
    expect(help).toMatch(/^\p{Lu}.{15,}\.$/u)
  })
})

test('every setting’s rule takes time that grows with a text’s length', () => {
  const schemas = new Set(SETTING_NAMES.map((name) => DEFINITIONS[name].schema))
  for (const schema of schemas)
    for (const part of WORST.all) expectLinear((text) => schema.safeParse(text), part, 48_000)
})

test('a new shop’s defaults are valid, and contain nothing from the demonstration', () => {
  const texts = ownTexts({
    ...DEFAULT_SETTINGS,
    'shop.name': 'Blue Door',
    'shop.legalName': 'Blue Door LLP',
    'order.delivery': 0,
  })
  // Safe cast: the names are settings.
  for (const [name, value] of Object.entries(texts))
    expect(DEFINITIONS[name as keyof typeof texts].schema.safeParse(value).success, name).toBe(true)
  expect(texts).toMatchObject({
    'order.prefix': 'BD-',
    'grievance.name': 'Blue Door LLP',
    announcement: '7-day easy exchange · Free delivery',
  })
  expect(unsetIdentity({ ...DEFAULT_SETTINGS, ...texts })).toEqual([
    'shop.name',
    'shop.legalName',
    'shop.address',
    'shop.email',
    'shop.phone',
  ])
})

test.each([
  ['delivery', 'Unknown setting delivery. Did you mean order.delivery?'],
  ['shop.nmae', 'Unknown setting shop.nmae. Did you mean shop.name?'],
  ['Tagline', 'Unknown setting Tagline. Did you mean shop.tagline?'],
  ['order.deliveryFee', 'Unknown setting order.deliveryFee. Did you mean order.delivery?'],
  ['weather', 'Unknown setting weather. `settings list` shows them all.'],
  ['', 'Unknown setting . `settings list` shows them all.'],
])('the name %j is unknown', (name, sentence) => {
  expect(unknownSetting(name)).toBe(sentence)
})
