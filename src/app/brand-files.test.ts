import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { drawLogo } from '#shop/settings/drawn-logo.server.ts'
import { favicon, iconOf, mailMark, manifestText } from './brand-files.server.ts'

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

const SHAPE = '<path d="M0 0h10v10z" fill="#123456"/></svg>'

test('a logo is drawn once for all that ask for an icon, and for mails', async () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    'brand.mark': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${SHAPE}`,
  }
  const icons = await Promise.all(Array.from({ length: 50 }, () => iconOf(settings, 'icon-192.png')))
  expect(new Set(icons).size).toBe(1)
  expect(icons[0]).toBeInstanceOf(Buffer)
  expect(await mailMark(settings)).toBe(await mailMark(settings))
})

test('a logo that can’t be drawn is not tried again', async () => {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900000 900000">${SHAPE}`
  expect(await iconOf({ ...DEFAULT_SETTINGS, 'brand.mark': mark }, 'icon-192.png')).toBeNull()
  expect(drawLogo(mark)).toBe(drawLogo(mark))
})
