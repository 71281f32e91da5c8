import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { favicon, manifestText } from './brand-files.server.ts'

test('the manifest bears the shop’s name, and a shop of another name has no icons of the demonstration', () => {
  expect(JSON.parse(manifestText(DEFAULT_SETTINGS))).toMatchObject({ name: 'Fourth Seat', icons: { length: 4 } })
  const own = manifestText({ ...DEFAULT_SETTINGS, 'shop.name': 'Blue "Door"', 'shop.description': 'Blue clothes.' })
  expect(JSON.parse(own)).toMatchObject({ name: 'Blue "Door"', description: 'Blue clothes.', icons: { length: 1 } })
  expect(own).not.toMatch(/seat|mumbai/i)
})

test('another shop’s icon is its first letter, escaped', () => {
  const named = (name: string) => favicon({ ...DEFAULT_SETTINGS, 'shop.name': name })
  expect(favicon(DEFAULT_SETTINGS)).toContain('#ffc400')
  expect(named('éclair')).toContain('>É</text>')
  expect(named('<script>')).toContain('>&lt;</text>')
})
