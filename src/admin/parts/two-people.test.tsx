// @vitest-environment happy-dom
import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changedSince, recordVersion } from '#platform/api/record-version.server.ts'
import { refusal, type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component as SavedReplies } from '../messages/saved-replies.tsx'
import { Draft } from '../newsletter/draft.tsx'
import { AddressDialog } from '../orders/address-dialog.tsx'
import { Notes } from '../orders/notes.tsx'
import { FoundByFields, PriceFields, WordFields } from '../products/product-form.tsx'
import { useProductForm } from '../products/use-product-form.ts'
import { ReviewCard } from '../reviews/review-card.tsx'
import { Component as SettingsPage } from '../settings/settings-form.tsx'
import { Component as Store } from '../stores/store-record.tsx'
import { ConflictNotice } from './conflict-notice.tsx'

// No mail is loaded into a frame here.
vi.mock('../newsletter/mail-preview.tsx', () => ({ MailPreview: () => null }))
beforeEach(() => localStorage.clear())

type Fields = Record<string, string>

/** A form, as two people see it. */
interface Case {
  name: string
  Component: ComponentType
  /** What the screen loads, of the record's fields and their version. */
  loaded: (fields: Fields, version: string) => unknown
  /** What a 412 has of the record. */
  current?: (fields: Fields, version: string) => unknown
  /** The button that opens the form. */
  open?: string
  /** The field that both change, and one that only the other person changes. */
  label: string
  field: string
  other?: { field: string; label: string }
  save: string
  /** The fields of a change, by the call's body. */
  sent: (body: Fields) => Fields
  /** The version that a change was made from, if the body has it. */
  from?: (body: Fields) => string
}

const nothing = () => undefined
const Dialog = () => <AddressDialog order={useLoaderData()} onClose={nothing} onDone={nothing} />
function Product() {
  const product = useLoaderData()
  const form = useProductForm(product)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <ConflictNotice conflict={form.conflict} />
      <WordFields form={form} product={product} />
      <PriceFields form={form} />
      <FoundByFields form={form} />
      <button type="submit" disabled={!form.canSave}>
        Save
      </button>
    </form>
  )
}
const HOURS = 'shop.hours'
const setting = (values: Fields, version: string) => ({
  name: HOURS,
  label: 'Hours',
  help: '',
  kind: 'text',
  limits: {},
  version,
  value: values[HOURS],
  notes: [],
  shownAt: null,
  mayChange: true,
})
const store = { id: 's', status: 'Open', opening: [], hours: '', note: '', hindi: {}, lat: 1, lng: 2, address: 'A' }
const reply = (fields: Fields, version: string) => ({ id: 'r', ...fields, version })
const same = (body: Fields) => body

const cases: Case[] = [
  {
    name: 'a store',
    Component: Store,
    loaded: (fields, version) => ({ ...store, ...fields, version }),
    label: 'Phone',
    field: 'phone',
    other: { field: 'name', label: 'Name' },
    save: 'Save 1 change',
    sent: same,
  },
  {
    name: 'an order’s address',
    Component: Dialog,
    loaded: (address, addressVersion) => ({ id: 'o', address, addressVersion }),
    label: 'Phone',
    field: 'phoneNumber',
    other: { field: 'townCity', label: 'City' },
    save: 'Save',
    sent: (body) => Object(body).address,
  },
  {
    name: 'an order’s note',
    Component: () => <Notes order={useLoaderData()} />,
    loaded: ({ text }, version) => ({
      id: 'o',
      notes: [{ id: 'n', text, version, author: 'B', at: '2026-01-01', changedAt: null, mayChange: true }],
    }),
    current: ({ text }, version) => ({ id: 'n', text, version }),
    open: 'Edit',
    label: 'Edit note',
    field: 'text',
    save: 'Save',
    sent: same,
  },
  {
    name: 'a setting',
    Component: SettingsPage,
    loaded: (values, version) => ({
      page: { name: 'shop', title: 'Shop', about: '', shownAt: null },
      settings: [setting(values, version)],
      plans: [],
    }),
    current: (values, version) => ({ items: [setting(values, version)] }),
    label: 'Hours',
    field: HOURS,
    save: 'Save 1 change',
    sent: (body) => Object(body).values,
    from: (body) => Object(body).from[HOURS],
  },
  {
    name: 'a saved reply',
    Component: SavedReplies,
    loaded: (fields, version) => ({ items: [reply(fields, version)], next: null }),
    current: reply,
    open: 'Edit',
    label: 'Title',
    field: 'title',
    other: { field: 'text', label: 'Text' },
    save: 'Save',
    sent: same,
  },
  {
    name: 'a newsletter',
    Component: () => <Draft newsletter={useLoaderData()} />,
    loaded: (fields, version) => ({ id: 'l', ...fields, version, isTested: false }),
    label: 'Subject',
    field: 'subject',
    other: { field: 'text', label: 'Text' },
    save: 'Save 1 change',
    sent: same,
  },
  {
    name: 'a review’s answer',
    Component: () => <ReviewCard review={useLoaderData()} isCurrent={false} />,
    loaded: ({ text }, answerVersion) => ({
      id: 'v',
      photos: [],
      state: 'answered',
      stars: 5,
      picture: null,
      comment: '',
      createdAt: '2026-01-01',
      answeredAt: null,
      answer: text,
      answerVersion,
      fit: null,
      size: null,
      helpful: 0,
    }),
    open: 'Edit answer',
    label: 'Your answer',
    field: 'text',
    save: 'Publish answer',
    sent: same,
  },
  {
    name: 'a product',
    Component: Product,
    loaded: (fields, version) => ({ _id: 'p', categories: 'Woman', ...fields, version, variants: [] }),
    label: 'Fabric',
    field: 'fabric',
    other: { field: 'name', label: 'Name' },
    save: 'Save',
    sent: same,
  },
]

/** A shop with the record, as the API keeps it. */
function shopOf({ loaded, current = loaded, field, other, sent, from }: Case) {
  const fields: Fields = { [field]: 'Before', ...(other ? { [other.field]: 'Before' } : {}) }
  const writes: { ifMatch: string | null; change: Fields }[] = []
  return {
    fields,
    writes,
    loader: () => loaded({ ...fields }, recordVersion(fields)),
    answer({ name, headers, body }: ScreenCall) {
      if (
        /^(?:GET|PUT \/newsletters\/preview|PUT \/settings\/preview|PUT \/presence)/.test(name) ||
        name.endsWith('/presence')
      )
        return { errors: [], changes: [], url: null, items: [], others: [] }
      const version = from?.(body) ?? headers.get('if-match')?.replaceAll('"', '') ?? null
      const change = sent(body)
      writes.push({ ifMatch: version, change })
      const clashing = changedSince(version, fields, Object.keys(change))
      if (clashing.length > 0)
        return refusal(412, 'changed_meanwhile', {
          current: current({ ...fields }, recordVersion(fields)),
          fields: clashing,
          by: 'Meera (owner)',
        })
      Object.assign(fields, change)
      return { items: [setting(fields, recordVersion(fields))], undo: null, before: 1, product: {} }
    },
  }
}

describe.each(cases)('$name', (one) => {
  const { Component, open, label, field, other, save } = one

  async function begin(shop: ReturnType<typeof shopOf>) {
    const screen = await showScreen({ Component, loader: shop.loader }, shop.answer)
    if (open) await screen.press(open)
    return screen
  }

  test('typed before a reload doesn’t replace what a colleague saved meanwhile', { tags: ['A3', 'A19'] }, async () => {
    const shop = shopOf(one)
    const before = await begin(shop)
    await before.type(label, 'Mine')
    before.close()
    shop.fields[field] = 'Theirs'

    const after = await begin(shop)
    expect(after.value(label)).toBe('Mine')
    expect(after.text()).toContain('Somebody else changed this in the meantime. Your changes aren’t saved yet.')
    expect(after.text()).toContain('Yours: Mine')
    expect(after.text()).toContain('Theirs: Theirs')
    expect(after.isDisabled(save)).toBe(true)
    await after.press('Keep mine')
    await after.press(save)
    expect(shop.writes).toEqual([{ ifMatch: expect.any(String), change: { [field]: 'Mine' } }])
    expect(shop.fields[field]).toBe('Mine')
    expect(Object.keys(localStorage)).toEqual([])
    after.close()
  })

  test('the first to save wins, the second sees both and who it was', { tags: ['A32'] }, async () => {
    const shop = shopOf(one)
    const screen = await begin(shop)
    await screen.type(label, 'Mine')
    shop.fields[field] = 'Theirs'
    await screen.press(save)
    expect(screen.text()).toContain('Meera changed this in the meantime. Your changes aren’t saved yet.')
    expect(shop.fields[field]).toBe('Theirs')
    await screen.press('Take theirs')
    expect(screen.text()).not.toContain('Yours: Mine')
    expect(screen.value(label)).toBe('Theirs')
    expect(Object.keys(localStorage)).toEqual([])
    screen.close()
  })

  if (other === undefined) return
  test('a colleague’s other field stays, and is shown', { tags: ['A32'] }, async () => {
    const shop = shopOf(one)
    const screen = await begin(shop)
    await screen.type(label, 'Mine')
    shop.fields[other.field] = 'Theirs'
    await screen.press(save)
    expect(shop.writes.at(-1)?.change).toEqual({ [field]: 'Mine' })
    expect(shop.fields).toEqual({ [field]: 'Mine', [other.field]: 'Theirs' })
    screen.close()
    const again = await begin(shop)
    expect(again.value(other.label)).toBe('Theirs')
    again.close()
  })
})
