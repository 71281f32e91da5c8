// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { PageTextField } from './page-text-field.tsx'

const START = 'Orders at {shop.name}.'
const setting: ShownSetting = {
  name: 'page.terms',
  page: 'policies',
  label: 'Terms of use',
  help: '',
  kind: 'markdown',
  unit: null,
  limits: {},
  version: 'v1',
  isDefault: true,
  isUndecided: true,
  mayChange: true,
  shownAt: '/policies/terms',
  value: '',
  default: '',
  start: START,
  pageText: {
    html: '<p>Orders at Kesar Loom.</p>',
    fills: [{ name: 'shop.name', label: 'Name of the shop', value: 'Kesar Loom' }],
  },
  changedAt: null,
  changedBy: null,
  notes: [],
}

test('a page’s text is read as it’s shown, and only a changed one is the shop’s own', async () => {
  let set: unknown = ''
  function Field() {
    const [value, setValue] = useState<unknown>('')
    set = value
    return <PageTextField setting={setting} value={value} onChange={setValue} errors={[]} onSaved={() => {}} />
  }
  const screen = await showScreen({ Component: Field }, () => ({}))
  expect(screen.text()).toContain('Orders at Kesar Loom.')
  expect(screen.text()).not.toContain('{shop.name}')
  await screen.press('Edit')
  expect(screen.value('Terms of use')).toBe(START)
  expect(screen.text()).toContain('{shop.name} Name of the shopKesar Loom')
  expect(set).toBe('')
  await screen.type('Terms of use', '')
  expect(screen.value('Terms of use')).toBe('')
  await screen.type('Terms of use', 'Ours.')
  expect(set).toBe('Ours.')
  expect(screen.text()).not.toContain('Name of the shop')
  await screen.press('Use the standard text')
  expect([screen.value('Terms of use'), set]).toEqual([START, ''])
  await screen.press('Close')
  expect(screen.text()).toContain('Orders at Kesar Loom.')
  screen.close()
})
