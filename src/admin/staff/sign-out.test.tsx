// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { OrderRecord } from '#shop/orders/staff-order-contract.ts'
import type { PackItem } from '#shop/shipping/pack-contract.ts'
import { type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { AddressDialog } from '../orders/address-dialog.tsx'
import { addToRun, tick } from '../pack/run-store.ts'
import { Component } from './account.tsx'

beforeEach(() => localStorage.clear())

const loader = () => ({ items: [], factors: { items: [], spareCodes: 10 } })
// Safe casts: the fields that the run and the dialog read.
const item = { id: 'o1', lines: [{ sku: 'K-M', quantity: 1 }], address: 'Lane 3' } as unknown as PackItem
const order = { id: 'o1', address: { streetAddress: 'Lane 3' } } as unknown as OrderRecord
const Dialog = () => <AddressDialog order={order} onClose={() => undefined} onDone={() => undefined} />

test('signing out leaves nothing about a customer on the device', { tags: ['A19'] }, async () => {
  const dialog = await showScreen({ Component: Dialog }, () => null)
  await dialog.type('Street', 'Lane 4, behind the temple')
  dialog.close()
  let isOffline = true
  const screen = await showScreen({ Component, loader }, ({ name }: ScreenCall) => {
    if (isOffline) return null
    if (name === 'POST /pack/ticks') return { ticks: [], stale: [] }
    return new Response(null, { status: 204 })
  })
  // Set for this device, not typed about anybody.
  localStorage.setItem('hasScanner', 'true')
  addToRun({ items: [item], ticks: [], now: new Date().toISOString() })
  tick(item, 'K-M', 'fetched', 1)
  await screen.press('Sign out')
  expect(screen.text()).toContain('you’re still signed in')
  expect(localStorage.length).toBeGreaterThan(1)

  isOffline = false
  await screen.press('Sign out')
  expect(Object.keys(localStorage)).toEqual(['hasScanner'])
  expect(screen.changes().map(({ name }) => name)).toContain('POST /pack/ticks')
  screen.close()
})
