import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DEFINITIONS } from './definitions.ts'
import { screenHelp } from './one-setting.server.ts'
import { SCREEN_UNITS } from './screen-help.ts'
import { PLACED_SETTINGS, SETTING_PAGES } from './setting-pages.server.ts'

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

test('a number has its unit in its field, and a page of the shop that a screen shows is there', () => {
  const units = PLACED_SETTINGS.flatMap(({ name, kind }) => {
    const { type } = z
      .looseObject({ type: z.string().optional() })
      .parse(z.toJSONSchema(DEFINITIONS[name].schema, { io: 'input', unrepresentable: 'any' }))
    return (type === 'integer' || type === 'number') && kind !== 'rupees' && SCREEN_UNITS[name] === undefined
      ? [name]
      : []
  })
  expect(units).toEqual([])
  const routes = readFileSync(new URL('../../app/routes.ts', import.meta.url), 'utf8')
  const pages = Object.values(SETTING_PAGES).flatMap((page) => ('shownAt' in page ? [page.shownAt] : []))
  const shown = [...pages, ...PLACED_SETTINGS.flatMap(({ shownAt }) => shownAt ?? [])]
  const isThere = (path: string) =>
    path === '/' || routes.includes(`route('${path.slice(1)}'`) || routes.includes(`route('${path.split('/')[1]}/:`)
  expect(shown.filter((path) => !isThere(path))).toEqual([])
})

test('a screen is described in one line', () => {
  expect(Object.values(SETTING_PAGES).filter(({ about }) => about.length > 48)).toEqual([])
})
