import { globSync, readFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '#platform/mail/mail.ts'
import { runInLanguage } from '#platform/text/request-language.server.ts'
import { firstName } from '#shop/email-pieces.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { loadLanguages } from '../src/languages/languages.server.ts'
import { everyMail } from './support/every-mail.ts'

const SHOP = 'https://shop.example'
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><path d="M0 0h80v20H0z"/></svg>'
const BRANDS = {
  'the demonstration': DEFAULT_SETTINGS,
  'another brand': {
    ...DEFAULT_SETTINGS,
    'shop.name': 'Marigold & Lane',
    'shop.motto': '',
    'brand.signal': '#0d5c4a',
    'brand.accent': '#8a1c4a',
    'brand.mark': LOGO,
  },
}
/** A mail client cuts off what is longer (Gmail). */
const MAX_BYTES = 100_000
/** A PIN in these could be taken for the code. */
const ACCOUNT_MAILS = /^(?:staffCode|staffLink|factor|code|link|invite|change|taken|changed|newDevice|copied)Mail$/
const VOID = new Set(['meta', 'img', 'br', 'hr'])

beforeAll(loadLanguages)

type Element = { name: string; attributes: Record<string, string> }

/** The elements and words of a document, and tags that aren't closed in order. */
function parse(html: string): { elements: Element[]; words: string; faults: string[] } {
  const elements: Element[] = []
  const faults: string[] = []
  let words = ''
  const parser = new Parser({
    onopentag: (name, attributes) => void elements.push({ name, attributes }),
    onclosetag(name, isImplied) {
      if (isImplied && !VOID.has(name)) faults.push(name)
    },
    ontext: (text) => {
      words += text
    },
  })
  parser.end(html)
  return { elements, words: words.replace(/\s+/g, ' '), faults }
}

/** What an inbox shows beside the subject, and the mail's heading. */
function topOf(html: string): { preheader: string; heading: string } {
  const words = (pattern: RegExp) => parse(pattern.exec(html)?.[1] ?? '').words.trim()
  return {
    preheader: words(/<div style="display:none[^>]*>(.*?)<\/div>/s),
    heading: words(/<h1[^>]*>(.*?)<\/h1>/s),
  }
}

/** Ids of the sample, and random ones; links have them. */
const ID = /\b(?:exc|ord)1\b|\bpay_\w+|(?<![\w/=.?-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{16,}\b/

function checkMail({ subject, text, html = '' }: Mail, facts: readonly string[], language: string, shop: string) {
  const { elements, words, faults } = parse(html)
  const { preheader, heading } = topOf(html)
  if (heading !== '') {
    expect(subject).not.toContain(heading.replace(/[.,।]$/, ''))
    expect(heading).not.toContain(subject)
    expect(text.startsWith(heading)).toBe(true)
  }
  expect(preheader.length).toBeGreaterThan(20)
  expect(preheader).not.toMatch(/^(?:Hello|Thanks|नमस्ते|धन्यवाद)/)
  expect(preheader.startsWith(subject)).toBe(false)
  // The sender is the shop.
  expect(subject).not.toContain(`(${shop})`)
  for (const part of [subject, words]) expect(part).not.toMatch(ID)
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
  expect(faults).toEqual([])
  for (const part of [subject, text, words]) expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\w+[,}]| {2}\n/)
  for (const fact of facts) {
    expect(text).toContain(fact)
    const shown = fact.replace(/^> /, '').replace(/\s+/g, ' ')
    if (!/[/#]/.test(fact)) expect(words).toContain(shown)
  }
  expect(elements[0]).toEqual({ name: 'html', attributes: { lang: language } })
  expect(elements.filter(({ attributes }) => attributes.class === 'on-signal').length).toBeLessThanOrEqual(1)
  for (const { attributes } of elements.filter(({ name }) => name === 'table'))
    expect(attributes.role).toBe('presentation')
  for (const { attributes } of elements.filter(({ name }) => name === 'img')) {
    expect(attributes.src).toMatch(/^https:\/\/shop\.example\/(media\/|brand-mark\.png\?v=)/)
    expect(attributes).toHaveProperty('alt')
  }
  for (const { attributes } of elements.filter(({ name }) => name === 'a'))
    expect(attributes.href).toMatch(/^(https:\/\/(shop|carrier)\.example|mailto:)/)
  expect(elements.map(({ name }) => name)).not.toContain('link')
  expect(elements.map(({ name }) => name)).not.toContain('script')
  expect(html).not.toMatch(/url\(|@import|background="/)
}

describe.each(Object.entries(BRANDS))('every mail of %s', (_brand, settings) => {
  const sender = { settings, publicUrl: SHOP }

  test.each(['en', 'hi'] as const)('is whole with pictures, without them and as text (%s)', (language) => {
    for (const { name, mail, facts } of runInLanguage(language, () => everyMail(sender))) {
      try {
        checkMail(mail, facts, language, settings['shop.name'])
        for (const part of [mail.text, parse(mail.html ?? '').words])
          for (const fact of ['shop.name', 'shop.legalName', 'shop.address', 'shop.email', 'shop.phone'] as const)
            if (fact !== 'shop.address' || !ACCOUNT_MAILS.test(name)) expect(part).toContain(settings[fact])
            else expect(part).not.toMatch(/400050/)
        if (language === 'hi' && !/eventMail|digestMail|destinationMail|factorMail|staff(?:Code|Link)Mail/.test(name))
          expect(mail.subject).toMatch(/[ऀ-ॿ]|Kurtas/)
      } catch (error) {
        throw new Error(`${name} (${language}): ${error}`, { cause: error })
      }
    }
  })
})

test('a Hindi mail has no English text that has a translation', () => {
  const catalogue: Record<string, string> = JSON.parse(readFileSync('src/languages/hi.json', 'utf8'))
  const left = runInLanguage('hi', () => everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP })).flatMap(
    ({ name, mail }) => {
      // A newsletter is the owner's text.
      if (name === 'newsletterMail') return []
      const found: string[] = []
      const parser = new Parser({ ontext: (text) => void found.push(text.trim()) })
      parser.end(mail.html ?? '')
      return found.filter((text) => catalogue[text] && catalogue[text] !== text).map((text) => `${name}: ${text}`)
    },
  )
  expect(left).toEqual([])
})

test('an exchange that has ended has no steps', () => {
  for (const { name, mail } of everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP }))
    if (/cancelled$|^refused/.test(name)) expect(mail.text).not.toContain('[x]')
})

test('a picture in a newsletter is no wider than the mail', () => {
  const html = everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP }).find(({ name }) => name === 'newsletterMail')
    ?.mail.html
  expect(html).toMatch(/<img style="max-width:100%[^>]+ src="https:\/\/shop\.example\/media\/a\.webp/)
})

test('the sample has every function that writes a mail', () => {
  const names = new Set(
    everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP }).map(({ name }) => name.split(',')[0]),
  )
  const written = globSync('src/shop/*/*mails.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export function (\w+Mail)\(/gm)].map(([, name]) => name),
  )
  expect(written.length).toBeGreaterThan(25)
  expect(written.filter((name) => !names.has(name ?? '') && name !== 'statusMail')).toEqual([])
})

test('a mail has the owner’s logo and colours, and the demonstration’s mark is drawn', () => {
  const code = (settings: typeof DEFAULT_SETTINGS) =>
    everyMail({ settings, publicUrl: SHOP }).find(({ name }) => name === 'inviteMail')?.mail.html ?? ''
  const own = code(BRANDS['another brand'])
  expect(own).toContain('Marigold &amp; Lane')
  expect(own).toMatch(/<img src="https:\/\/shop\.example\/brand-mark\.png\?v=[\w-]{12}" width="128" height="32" alt=""/)
  expect(own).toContain('background:#0d5c4a;border-radius:6px"><a ')
  expect(own).not.toContain('#ffc400')
  const demonstration = code(DEFAULT_SETTINGS)
  expect(demonstration).not.toContain('<img')
  expect(demonstration.match(/class="bar"/g)).toHaveLength(3)
})

test('the subject of a sign-in mail begins with the code', () => {
  const code = () => everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP })[0]?.mail
  expect(code()).toMatchObject({ subject: '514232 is your Fourth Seat code', secret: true })
  expect(runInLanguage('hi', code)?.subject).toMatch(/^514232 /)
})

test('a piece has a picture of the shop and its page; a picture on another host isn’t loaded', () => {
  const html = everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP }).find(({ name }) => name === 'orderPlacedMail')
    ?.mail.html
  const { elements } = parse(html ?? '')
  expect(elements.filter(({ name }) => name === 'img').map(({ attributes }) => attributes.src)).toEqual([
    `${SHOP}/media/catalogue/last-local-heavyweight-hoodie/black-front.webp?v=1&w=180&as=jpeg`,
    `${SHOP}/media/catalogue/four-bars-boxy-tee/white-front.webp?v=1&w=180&as=jpeg`,
  ])
  expect(html).toContain(`${SHOP}/product-details/dabba-tote?colour=kohl`)
})

test('colours are named in the mail’s language', () => {
  const text = () =>
    everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP }).find(({ name }) => name === 'orderPlacedMail')?.mail.text
  expect(text()).toContain('Last Local Heavyweight Hoodie (Black, L): 1 × Rs. 2,499.00')
  expect(runInLanguage('hi', text)).toContain('Last Local Heavyweight Hoodie (काला, L): 1 × Rs. 2,499.00')
})

test('an inbox shows the first sentences beside the subject, and a mail about an exchange has no id', () => {
  const mail = everyMail({ settings: DEFAULT_SETTINGS, publicUrl: SHOP }).find(
    ({ name }) => name === 'exchangeMail',
  )?.mail
  const body = mail?.html?.split('<body')[1] ?? ''
  expect(body).toMatch(/^[^>]*>\s*<div style="display:none[^>]*>Your replacement is being packed\./)
  expect(mail?.text).not.toContain('exc1')
})

test.each([
  ['Nisha Rao', 'Nisha'],
  ['Nisha', 'Nisha'],
  ['K. Raman', 'K. Raman'],
  ['Dr Rao', 'Dr Rao'],
  ['मीरा नायर', 'मीरा'],
])('%s is greeted as %s', (name, called) => {
  expect(firstName(name)).toBe(called)
})
