import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '#shop/settings/colour-rules.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const THEME = read('src/ui/theme.css')
const DIALOG = read('src/sandbox/browser/dialog.css')

/** Least contrasts of WCAG 2.2: of text (1.4.3); of borders of controls, states and focus rings (1.4.11). */
const TEXT = 4.5
const SHAPE = 3

/** Colours by the name of their custom property, without `--`. */
type Tokens = Record<string, string>
/** `inverse`: the dark blocks of every page, such as the footer; `dialog`: the payment dialog of the sandbox. */
type Where = 'page' | 'inverse' | 'dialog'

const oneLine = (css: string) => css.replace(/\s+/g, ' ')

/** The custom properties of the one rule that has exactly this selector. */
function tokensOf(selector: string): Tokens {
  const [before = '', rest = '', ...more] = oneLine(THEME).split(
    new RegExp(`(?<=[;{}/] )${RegExp.escape(selector)} \\{`),
  )
  expect([before !== '', more.length], selector).toEqual([true, 0])
  const body = rest.slice(0, rest.indexOf('}'))
  return Object.fromEntries(Array.from(body.matchAll(/--([\w-]+): ([^;]+);/g), ([, name, value]) => [name, value]))
}

const light = tokensOf(':root')
const DARK_AND_INVERSE = tokensOf('[data-theme="dark"], .inverse')

/** `.inverse` of parts.css: its background in the light theme, its text, and the yellow focus ring. */
const [, inverseGround = '', inverseText = ''] =
  /\.inverse \{ background: (#\w+); color: (#\w+); --focus: var\(--signal\); \}/.exec(
    oneLine(read('src/ui/parts.css')),
  ) ?? []

function inverseTokens(theme: Tokens, ground: string): Tokens {
  return { ...theme, ...DARK_AND_INVERSE, ground, text: inverseText, focus: theme.signal ?? '' }
}

/** The payment sandbox's dialog has both themes in one declaration. */
function dialogTokens(index: 2 | 3): Tokens {
  const found = DIALOG.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)
  return Object.fromEntries(Array.from(found, (match) => [match[1], match[index]]))
}

const dark = { ...light, ...DARK_AND_INVERSE, ...tokensOf('[data-theme="dark"]') }
const THEMES: Record<'light' | 'dark', Record<Where, Tokens>> = {
  light: { page: light, inverse: inverseTokens(light, inverseGround), dialog: dialogTokens(2) },
  dark: { page: dark, inverse: inverseTokens(dark, dark.sunk ?? ''), dialog: dialogTokens(3) },
}

/** Backgrounds that a colour is drawn on, and the least contrast with each; `opacity`: that of the text in its component. */
type Pair = { where?: Where; on: string[]; least: number; opacity?: number; for: string }

/** Every colour that is drawn, with a row for each of its uses. */
const PAIRS: Record<string, Pair[]> = {
  ink: [
    { on: ['paper', 'card', 'sunk', 'violet-soft'], least: TEXT, for: 'text, the button `outline`, a notice' },
    {
      on: ['paper', 'card', 'sunk', 'bad-soft', 'ok-soft', 'warn-soft'],
      least: SHAPE,
      for: 'chosen: border of a colour, an address, a tab; a full star',
    },
  ],
  'ink-2': [{ on: ['paper', 'card', 'sunk'], least: TEXT, for: 'second lines, the tag `plain`' }],
  'ink-3': [
    { on: ['paper', 'card', 'sunk'], least: TEXT, for: 'hints, counts, placeholders, a tab that is not open' },
    { where: 'inverse', on: ['ground'], least: TEXT, for: 'placeholder of the newsletter' },
    { where: 'dialog', on: ['card'], least: TEXT, for: 'hints' },
  ],
  'line-strong': [
    { on: ['paper', 'card', 'sunk'], least: SHAPE, for: 'borders of fields, boxes, swatches; an empty star' },
    { where: 'inverse', on: ['ground'], least: SHAPE, for: 'field of the newsletter' },
    { where: 'dialog', on: ['card'], least: SHAPE, for: 'fields and tabs' },
  ],
  'on-signal': [
    {
      on: ['signal'],
      least: TEXT,
      for: 'the main button, the tag `signal`, the count of the cart; ring of the skip link',
    },
  ],
  'on-btn': [
    { on: ['btn', 'ink-2'], least: TEXT, for: 'the button `secondary` and under the pointer, a chosen size, a chip' },
  ],
  paper: [
    { on: ['ink'], least: TEXT, for: 'the glyph of a stage that was reached' },
    { on: ['bad'], least: TEXT, for: 'the button `danger`' },
    { on: ['ok'], least: TEXT, for: 'the tick of a picked line' },
  ],
  btn: [{ on: ['paper', 'card'], least: SHAPE, for: 'chosen: background of a size' }],
  ok: [{ on: ['paper', 'card', 'ok-soft'], least: TEXT, for: 'a saving, a verified purchase, the tag `ok`' }],
  bad: [
    {
      on: ['paper', 'card', 'bad-soft'],
      least: TEXT,
      for: 'what is wrong with a field, the button `danger`, its border',
    },
    { where: 'inverse', on: ['ground'], least: TEXT, for: 'response to the newsletter' },
  ],
  warn: [{ on: ['paper', 'card', 'warn-soft'], least: TEXT, for: 'a price that changed, the tag `warn`' }],
  violet: [
    { on: ['violet-soft', 'card'], least: SHAPE, for: 'bar of the chosen store, dot of a chosen address' },
    { where: 'dialog', on: ['card', 'violet-soft'], least: TEXT, for: 'text and bar of the chosen tab' },
  ],
  focus: [
    {
      on: ['paper', 'card', 'sunk', 'violet-soft', 'bad-soft', 'ok-soft', 'warn-soft'],
      least: SHAPE,
      for: 'focus ring',
    },
    { where: 'inverse', on: ['ground'], least: SHAPE, for: 'focus ring' },
    { where: 'dialog', on: ['card'], least: SHAPE, for: 'focus ring' },
  ],
  signal: [{ where: 'inverse', on: ['ground'], least: TEXT, for: 'the announcement, eyebrows; chosen theme' }],
  text: [
    { where: 'inverse', on: ['ground'], least: TEXT, for: 'text of the footer' },
    { where: 'inverse', on: ['ground'], least: TEXT, opacity: 0.8, for: 'its second lines' },
  ],
  'photo-ink': [
    {
      on: ['photo-wall', 'signal'],
      least: TEXT,
      for: 'text of the hero on its photo’s background; border of a pin on the map',
    },
  ],
  'photo-paper': [{ on: ['photo-ink', 'photo-focus'], least: TEXT, for: 'text of the hero and of the map’s clusters' }],
  'photo-signal': [{ on: ['photo-ink'], least: TEXT, for: 'eyebrow and ring on a darkened picture' }],
  'photo-focus': [
    {
      on: ['photo-wall', 'photo-paper'],
      least: SHAPE,
      for: 'ring on the background of the hero’s photo and on a product picture',
    },
  ],
  'on-color': [{ where: 'dialog', on: ['violet', 'green'], least: TEXT, for: 'the buttons Pay and Success' }],
  amber: [{ where: 'dialog', on: ['amber-soft'], least: TEXT, for: 'the notice that no money moves' }],
  red: [{ where: 'dialog', on: ['card', 'red-soft'], least: TEXT, for: 'what is wrong with a field' }],
  green: [{ where: 'dialog', on: ['card'], least: SHAPE, for: 'background of Success' }],
}

/** The classes ok, bad and warn use these tokens (`@theme inline` in theme.css). */
const TOKENS: Record<string, string> = { ok: 'green', bad: 'red', warn: 'amber' }

function colourOf(tokens: Tokens, name: string): string {
  const [, state = '', soft = ''] = /^(ok|bad|warn)(-soft)?$/.exec(name) ?? []
  const value = tokens[state === '' ? name : `${TOKENS[state]}${soft}`] ?? ''
  expect(value, name).toMatch(/^#(?:[\da-f]{3}){1,2}$/i)
  return value.length === 4 ? value.replace(/[^#]/g, '$&$&') : value
}

/** The colour that a translucent one gives on its background. */
function blend(over: string, ground: string, opacity: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(over, at) * opacity + channel(ground, at) * (1 - opacity)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

for (const theme of ['light', 'dark'] as const)
  test(`text has 4.5:1; borders, states and focus rings have 3:1 in the ${theme} theme`, () => {
    const tooFaint = Object.entries(PAIRS).flatMap(([name, rows]) =>
      rows.flatMap(({ where = 'page', on, least, opacity = 1 }) =>
        on.flatMap((ground) => {
          const tokens = THEMES[theme][where]
          const below = colourOf(tokens, ground)
          const found = contrast(blend(colourOf(tokens, name), below, opacity), below)
          return found < least ? [`${name} on ${ground} (${where}): ${found.toFixed(2)} of ${least}`] : []
        }),
      ),
    )
    expect(tooFaint).toEqual([])
  })

test('every colour of text is in the table, with the background of the same class', () => {
  const names = Array.from(THEME.matchAll(/--color-([a-z][\w-]*):/g), ([, name = '']) => name).sort(
    (one, other) => other.length - one.length,
  )
  const classes = new RegExp(
    `(?<![\\w-])((?:[\\w-]+(?:\\[[^\\]]*\\])?:)*)(text|bg)-(${names.join('|')})(?![\\w/-])`,
    'g',
  )
  const missing = new Set<string>()
  for (const file of globSync('src/**/*.tsx', { cwd: root }))
    for (const [, quoted = ''] of read(file).matchAll(/['"`]([^'"`]*(?:text|bg)-[^'"`]*)['"`]/g)) {
      const found = Array.from(quoted.matchAll(classes), ([, state = '', kind, name = '']) => ({ state, kind, name }))
      for (const { state, name } of found.filter(({ kind }) => kind === 'text')) {
        const grounds = found.filter((one) => one.kind === 'bg' && one.state === state)
        const rows = PAIRS[name] ?? []
        if (!rows.some(({ least }) => least === TEXT)) missing.add(`text-${name} (${file})`)
        for (const ground of grounds)
          if (!rows.some(({ on, least }) => least === TEXT && on.includes(ground.name)))
            missing.add(`text-${name} on bg-${ground.name} (${file})`)
      }
    }
  expect([...missing]).toEqual([])
})
