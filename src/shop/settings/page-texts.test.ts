import { expect, test } from 'vitest'
import { COUNTRIES } from '../addresses/rules.ts'
import { DEFAULT_SETTINGS, DEFINITIONS, emptyPolicyFacts, type Settings } from './definitions.ts'
import { pageText, unknownPlaceholders } from './page-texts.server.ts'

const filled = (page: 'terms' | 'shipping' | 'exchanges' | 'about', changes: Partial<Settings> = {}) =>
  pageText(page, { ...DEFAULT_SETTINGS, ...changes })

test('the standard policies name the seller, the charges and the contact, not the demonstration', () => {
  const own = {
    'shop.name': 'Blue Door',
    'shop.legalName': 'Blue Door Clothing LLP',
    'shop.address': '1 Lake Road, Pune 411001',
    'shop.email': 'hello@bluedoor.example',
    'shop.phone': '+91 20 1',
    'shop.gstin': '27AAPFU0939F1ZV',
    'grievance.name': 'R. Rao',
    'grievance.email': 'rao@bluedoor.example',
    'grievance.phone': '+91 20 2',
    'exchange.days': 10,
    'order.delivery': 60,
    'order.minimum': 500,
    'privacy.courier': 'Blue Van',
  }
  const terms = filled('terms', own)
  for (const words of [
    'Blue Door Clothing LLP, 1 Lake Road',
    'GSTIN: 27AAPFU0939F1ZV',
    'R. Rao',
    'within 10 days',
    'a flat Rs.\u00a060',
    '5% GST',
  ])
    expect(terms).toContain(words)
  expect(filled('shipping', own)).toContain('at least Rs.\u00a0500')
  expect(filled('shipping', own)).toContain('delivered by Blue Van')
  expect(filled('exchanges', own)).toContain('Within 10 days')
  for (const page of ['terms', 'shipping', 'exchanges'] as const) {
    expect(filled(page, own)).not.toMatch(/fourth|seat|mumbai|bandra|kamble|\{/i)
  }
})

test('a line with an empty setting is left out, and free delivery is called free', () => {
  expect(filled('terms')).not.toMatch(/GSTIN|at least/)
  expect(filled('shipping')).not.toContain('delivered by')
  expect(filled('shipping', { 'order.delivery': 0 })).toContain('Delivery is free.')
})

test('the shipping policy says from which sum delivery is free, only if there is one', () => {
  expect(filled('shipping')).not.toMatch(/free|\{/)
  const on = { 'delivery.freeFrom': 799 }
  expect(filled('shipping', on)).toContain(
    'Within India delivery is free from Rs.\u00a0799 of goods after discounts. Canc',
  )
  const zones = [{ where: 'Assam', days: null, serviceable: true, pickup: true, freeFrom: 0 }]
  expect(filled('shipping', { ...on, 'shipping.zones': zones })).toContain('or from another sum for some PIN codes.')
  expect(filled('shipping', { ...on, 'order.delivery': 0 })).not.toContain('799')
})

test('a heading is left out with all its text, not with a part of it, nor one that had none', () => {
  expect(filled('shipping')).not.toContain('Who delivers it')
  expect(filled('shipping')).toContain('## When it arrives')
  const noProvider = filled('terms', { 'privacy.paymentProvider': '' })
  expect(noProvider).toMatch(/## Payment\nYour card details never reach us\./)
  const text = '# A\n## B\n{order.minimum}\n\n## C\nKept.\n{order.minimum}\n## D\n### E\n{order.minimum}\n# F'
  expect(filled('terms', { 'page.terms': text, 'order.minimum': 0 })).toBe('# A\n\n## C\nKept.\n# F')
})

test('the owner’s text replaces the standard one; its {names} are filled without Markdown', () => {
  const text = { 'page.terms': 'By {shop.name}, {nothing} here', 'shop.name': 'A*B*C [x]' }
  expect(filled('terms', text)).toBe('By A\\*B\\*C \\[x\\], {nothing} here')
  expect(pageText('privacy', DEFAULT_SETTINGS)).toBe('')
})

test('the About page of a renamed shop names the seller; the demonstration’s is built into the page', () => {
  expect(pageText('about', DEFAULT_SETTINGS)).toBe('')
  expect(filled('about', { 'shop.name': 'Blue Door', 'shop.legalName': 'Blue Door LLP' })).toContain(
    '- Blue Door LLP, ',
  )
  expect(filled('about', { 'shop.name': 'Blue Door', 'page.about': 'We.' })).toBe('We.')
})

test('privacy facts are missing until they are set, or the owner has their own privacy text', () => {
  const none = { map: false, pictures: false }
  expect(emptyPolicyFacts(DEFAULT_SETTINGS, none)).toContain('privacy.courier')
  expect(emptyPolicyFacts({ ...DEFAULT_SETTINGS, 'page.privacy': 'We keep nothing.' }, none)).toEqual([])
})

test('the privacy page lacks the host of a map or of pictures only if they come from another company', () => {
  const none = emptyPolicyFacts(DEFAULT_SETTINGS, { map: false, pictures: false })
  expect(none).not.toContain('privacy.mapService')
  expect(none).not.toContain('privacy.pictureHost')
  expect(emptyPolicyFacts(DEFAULT_SETTINGS, { map: true, pictures: true })).toEqual([
    'privacy.updated',
    'privacy.mapService',
    'privacy.pictureHost',
    ...none.slice(1),
  ])
})

test.each([
  ['![Our table](https://host.example/a.png)', 'pictures of this shop only'],
  ['![Our table](table.png)', 'pictures of this shop only'],
  ['![Our table](//host.example/a.png)', 'pictures of this shop only'],
  ['[us](www.neem.example)', 'may link to'],
  ['[us](javascript:alert(1))', 'may link to'],
])('%s is refused as the text of a page, with what would work', (text, reason) => {
  const result = DEFINITIONS['page.about'].schema.safeParse(text)
  expect(result.error?.issues[0]?.message).toContain(reason)
})

test('tables, pictures of the shop and links to the web, to mail and to settings are accepted', () => {
  const text = `# About us
| What | Where |
|---|---|
| ![Tee](/media/home/tee.webp) | [here](/categories), [there](https://x.example), [mail](mailto:{shop.email}), [photos]({instagram.url}) |
\\[no link](at all)`
  expect(DEFINITIONS['page.about'].schema.safeParse(text).success).toBe(true)
})

test('a name in a page’s text that is no setting is found', () => {
  const text = 'At {shop.nmae}, {shop.name}, {delivery}, {shop.nmae}: {order.minimum}, {a b}.'
  expect(unknownPlaceholders(text, DEFAULT_SETTINGS)).toEqual(['shop.nmae'])
})

test('the shipping page names the countries that the address form offers', () => {
  expect(COUNTRIES).toEqual(['India', 'USA'])
  expect(pageText('shipping', DEFAULT_SETTINGS)).toContain('We deliver to addresses in India and the USA.')
  expect(filled('shipping', { 'shipping.usa': false })).toContain('We deliver to addresses in India.')
  expect(filled('shipping', { 'shipping.usaSurcharge': 1500 })).toContain(
    'Delivery is a flat Rs.\u00a040 per order within India, and Rs.\u00a01,540 per order to the USA.',
  )
})
