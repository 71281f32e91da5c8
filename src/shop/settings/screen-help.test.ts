import { expect, test } from 'vitest'
import { screenHelp } from './one-setting.server.ts'
import { PLACED_SETTINGS } from './setting-pages.server.ts'

const words = (text: string) =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter(
    (word) => !['the', 'that', 'for', 'and', 'your'].includes(word),
  )

test('below a field is what its label doesn’t say, in words of the screen', () => {
  const faults = PLACED_SETTINGS.flatMap(({ name, label }) => {
    const help = screenHelp(name)
    const begun = words(help).slice(0, words(label).length + 1)
    const isRepeated = words(label).length > 0 && words(label).every((word) => begun.includes(word))
    const isForMakers = /\[[{"]|\{"|@FILE|With yes|\benvironment\b|DATA_DIR|`|\byes or no\b/.test(help)
    return isRepeated || isForMakers ? [`${label}: ${help}`] : []
  })
  expect(faults).toEqual([])
})
