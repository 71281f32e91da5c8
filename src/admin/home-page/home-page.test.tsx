// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component, loader } from './home-page.tsx'

// No page is loaded into a frame here.
vi.mock('../parts/preview-frame.tsx', () => ({ PreviewFrame: () => null }))
beforeEach(() => localStorage.clear())

const published = {
  sections: [
    { type: 'hero', heading: 'Winter', label: '', text: '', picture: '', button: { text: 'Look', link: '/' } },
  ],
  version: 'v1',
  draft: null,
  planned: [],
  isDefault: false,
  changedAt: null,
  changedBy: null,
}

test('without a connection a draft stays on the device, says so, and is sent by itself later', {
  tags: ['A19'],
}, async () => {
  let isOffline = true
  const answer = ({ name }: ScreenCall) => {
    if (name === 'PUT /home-page/draft') return isOffline ? null : { errors: [], url: '/?staff-preview=home-page' }
    return published
  }
  const before = await showScreen({ Component, loader }, answer)
  await before.press('Edit: Winter')
  await before.type('Heading', 'Winter is short.')
  await before.says('Draft saved on this device only.')
  before.close()

  const after = await showScreen({ Component, loader }, answer)
  expect(after.text()).toContain('Winter is short.')
  await after.says('Draft saved on this device only.')
  isOffline = false
  act(() => void window.dispatchEvent(new Event('online')))
  await after.says('Draft saved. Only you see it.')
  expect(after.changes().at(-1)?.body).toMatchObject({ version: 'v1', sections: [{ heading: 'Winter is short.' }] })
  expect(Object.keys(localStorage)).toEqual([])
  after.close()
})

test('a new section isn’t red before anybody has typed in it and left it', async () => {
  const errors = [{ path: 'sections.1.title', message: 'can’t be empty' }]
  const screen = await showScreen({ Component, loader }, ({ name }: ScreenCall) =>
    name === 'PUT /home-page/draft' ? { errors, url: '/' } : published,
  )
  await screen.press('Add section')
  await expect.poll(() => screen.calls.some(({ name }) => name === 'PUT /home-page/draft')).toBe(true)
  expect(screen.text()).not.toContain('Incomplete')
  await screen.type('Title', '')
  await act(async () => document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await screen.says('Incomplete')
  screen.close()
})

test('a section is duplicated below itself, and opened; what the page has once can’t be', async () => {
  const row = { type: 'products', title: 'New', products: { by: 'newest' } }
  const sections = [...published.sections, row, { ...row, title: 'Sale' }]
  const screen = await showScreen({ Component, loader }, ({ name }: ScreenCall) =>
    name === 'PUT /home-page/draft' ? { errors: [], url: '/' } : { ...published, sections },
  )
  const copies = () => document.querySelectorAll('details button').length
  // One to duplicate and one to remove each of the two, and one to remove the large picture.
  expect(copies()).toBe(5)
  await screen.press('Duplicate')
  await expect
    .poll(() =>
      screen
        .changes()
        .at(-1)
        ?.body.sections.map(({ title, heading }: Record<string, string>) => title ?? heading),
    )
    .toEqual(['Winter', 'New', 'New', 'Sale'])
  expect(document.querySelectorAll('button[aria-expanded=true]')).toHaveLength(1)
  await screen.type('Title', 'Newer')
  await expect.poll(() => screen.changes().at(-1)?.body.sections[2].title).toBe('Newer')
  expect(screen.changes().at(-1)?.body.sections[1].title).toBe('New')
  screen.close()
})
