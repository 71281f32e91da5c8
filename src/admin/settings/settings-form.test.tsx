// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { refusal, type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component, loader } from './settings-form.tsx'

beforeEach(() => localStorage.clear())

const setting = {
  name: 'shop.name',
  page: 'shop',
  label: 'Name of the shop',
  help: '',
  kind: 'text',
  limits: {},
  version: 'v1',
  isDefault: false,
  isUndecided: false,
  mayChange: true,
  shownAt: null,
  value: 'Fourth Seat',
  summary: null,
  default: '',
  start: '',
  pageText: null,
  changedAt: null,
  changedBy: null,
  notes: [],
}

/** A shop with one setting, which a colleague changes when `theirs` is set. */
function shopWith(state: { theirs: string | null }) {
  const now = () => (state.theirs === null ? setting : { ...setting, value: state.theirs, version: 'v2' })
  return ({ name, body }: ScreenCall) => {
    if (name === 'GET /settings')
      return { pages: [{ name: 'shop', title: 'Shop', about: '', shownAt: null }], items: [now()] }
    if (name === 'GET /settings/shop.name') return now()
    if (name === 'GET /settings/plans') return { items: [] }
    if (name !== 'PATCH /settings') return { errors: [], url: null, changes: [] }
    // Safe cast: the form's own call.
    const { from } = body as { from: Record<string, string> }
    if (from['shop.name'] !== now().version)
      return refusal(412, 'changed_meanwhile', {
        current: { items: [now()] },
        fields: ['shop.name'],
        by: 'Meera',
      })
    return { items: [now()], before: 1 }
  }
}

const params = { page: 'shop' }
const screen = { Component, loader: ((args: object) => loader({ ...args, params } as never)) as never }

test('after somebody else’s change, giving up one’s own leaves theirs on the screen', { tags: ['A3'] }, async () => {
  const state = { theirs: null as string | null }
  const form = await showScreen(screen, shopWith(state))
  await form.type('Name of the shop', 'Fifth Seat')
  state.theirs = 'Sixth Seat'
  await form.press('Save 1 change')
  expect(form.text()).toContain('Theirs: Sixth Seat')
  await form.press('Discard changes')
  expect(form.value('Name of the shop')).toBe('Sixth Seat')
  expect(form.text()).not.toContain('Theirs:')
  form.close()
})

test('a save that is refused in one field saves nothing, and says which', async () => {
  const address = { ...setting, name: 'shop.address', label: 'Postal address', value: '' }
  const items = [setting, address]
  const sent: string[] = []
  const errors = [{ path: 'shop.address', message: 'must contain the PIN code' }]
  const form = await showScreen(screen, ({ name }) => {
    if (name === 'GET /settings') return { pages: [{ name: 'shop', title: 'Shop', about: '', shownAt: null }], items }
    if (name === 'GET /settings/plans') return { items: [] }
    const one = items.find((item) => name === `GET /settings/${item.name}`)
    if (one) return one
    if (name === 'PUT /settings/preview') return { errors: [], url: null, changes: [] }
    sent.push(name)
    return refusal(400, 'invalid_input', { errors })
  })
  await form.type('Name of the shop', 'Kesar Loom')
  await form.type('Postal address', 'Jayanagar, Bengaluru')
  await form.press('Save 2 changes')
  expect(sent).toEqual(['PATCH /settings'])
  expect(form.text()).toContain('Not saved yet. Please check: Postal address.')
  expect(form.text()).toContain('Postal address must contain the PIN code')
  expect([form.value('Name of the shop'), form.value('Postal address')]).toEqual(['Kesar Loom', 'Jayanagar, Bengaluru'])
  form.close()
})

test('what a new shop’s owner is asked is answered with what it is already, too', async () => {
  const asked = { ...setting, isDefault: true, isUndecided: true }
  const items = [
    { ...asked, name: 'tax.pricesInclude', label: 'Prices include GST', kind: 'yes-no', value: false },
    { ...asked, name: 'tax.hsn', label: 'HSN code', value: '6109' },
  ]
  const sent: unknown[] = []
  const form = await showScreen(screen, ({ name, body }) => {
    if (name === 'GET /settings') return { pages: [{ name: 'shop', title: 'Shop', about: '', shownAt: null }], items }
    if (name === 'GET /settings/plans') return { items: [] }
    const one = items.find((item) => name === `GET /settings/${item.name}`)
    if (one) return one
    if (name === 'PUT /settings/preview') return { errors: [], url: null, changes: [] }
    sent.push(body)
    return { items: [], before: 1 }
  })
  await form.press('Keep it as it is')
  expect(sent).toEqual([{ values: { 'tax.hsn': '6109' }, from: { 'tax.hsn': 'v1' } }])
  await form.tick('No')
  await form.press('Save 1 change')
  expect(sent[1]).toEqual({ values: { 'tax.pricesInclude': false }, from: { 'tax.pricesInclude': 'v1' } })
  form.close()
})

test('a new row is red only where it’s wrong, and not before it’s left or saved', async () => {
  const items = [{ ...setting, name: 'tax.table', label: 'Rates', kind: 'tax-table', value: [] }, setting]
  const errors = [
    { path: 'tax.table.0.hsn', message: 'must be the first digits' },
    { path: 'tax.table.0.from', message: 'must be a day' },
  ]
  const form = await showScreen(screen, ({ name }) => {
    if (name === 'GET /settings') return { pages: [{ name: 'shop', title: 'Shop', about: '', shownAt: '/' }], items }
    if (name === 'GET /settings/plans') return { items: [] }
    const one = items.find((item) => name === `GET /settings/${item.name}`)
    if (one) return one
    if (name === 'PUT /settings/preview') return { errors, url: null, changes: [] }
    return refusal(400, 'invalid_input', { errors })
  })
  await form.press('Add a rate')
  await form.type('HSN', '6')
  await expect.poll(() => form.calls.some(({ name }) => name === 'PUT /settings/preview')).toBe(true)
  expect(form.text()).not.toContain('must be')
  await form.press('Save 1 change')
  await form.says('HSN must be the first digits')
  expect(form.text()).toContain('From must be a day')
  expect(form.text()).toContain('Please check: Rates.')
  form.close()
})
