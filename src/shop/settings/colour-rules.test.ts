import { expect, test } from 'vitest'
import { accentProblem, brandStyles, contrast, DEFAULT_COLOURS, signalProblem } from './colour-rules.ts'

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('the demonstration’s colours change nothing, and pass', () => {
  expect(brandStyles(DEFAULT_COLOURS)).toBe('')
  expect(signalProblem(DEFAULT_COLOURS.signal)).toBeNull()
  expect(accentProblem(DEFAULT_COLOURS.accent)).toBeNull()
})

test('an unreadable colour is refused with the pair and its contrast', () => {
  expect(accentProblem('#6fa8dc')).toBe(
    'it can’t be read on the page background (#f7f4ed): its contrast is 2.3 of 4.5; a darker one can',
  )
  expect(accentProblem('#7d6a56')).toMatch(/^it can’t be read on the background of notices \(#ece7db\)/)
  expect(signalProblem('#787878')).toMatch(/black and white reach 4\.[0-4] of 4\.5/)
})

test('every pair of tokens of any accepted colours can be read in both themes', () => {
  const surfaces = { light: ['#f7f4ed', '#ffffff', '#ece7db'], dark: ['#12110e', '#1b1a16', '#0b0a08'] }
  let accepted = 0
  for (let hue = 0; hue < 4096; hue += 37) {
    const colour = `#${[hue >> 8, (hue >> 4) & 15, hue & 15].map((part) => (part * 17).toString(16).padStart(2, '0')).join('')}`
    if (signalProblem(colour) || accentProblem(colour)) continue
    accepted++
    const styles = brandStyles({ signal: colour, accent: colour })
    const [light = '', dark = ''] = styles.split('@media not print')
    const value = (part: string, name: string) => new RegExp(`${name}:(#[0-9a-f]{6})`, 'i').exec(part)?.[1] ?? ''
    for (const [theme, part] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      const token = (name: string) => value(part, name)
      const pairs = [
        [token('--on-signal'), token('--signal')],
        [token('--on-violet'), token('--violet')],
        [token('--violet'), token('--violet-soft')],
        ...surfaces[theme].map((surface) => [token('--violet'), surface]),
        ...(theme === 'dark' ? surfaces.dark.map((surface) => [token('--signal'), surface]) : []),
      ]
      for (const [one = '', other = ''] of pairs)
        expect([colour, theme, one, other, contrast(one, other) >= 4.5]).toEqual([colour, theme, one, other, true])
    }
  }
  expect(accepted).toBeGreaterThan(20)
})
