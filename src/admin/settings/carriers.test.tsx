// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component, loader } from './carriers.tsx'

const connections = {
  publicUrl: 'http://shop',
  isHttps: false,
  mail: 'kept',
  payments: 'sandbox',
  onScreen: { payments: true, mail: true, delhivery: true, shiprocket: false },
  carriers: ['delhivery', 'shiprocket'],
  waiting: { delhivery: 2, shiprocket: 0 },
  startedAt: '2026-11-29T10:00:00.000Z',
}

test('keys are removed once somebody has read what stops; those of the server’s environment stay', async () => {
  let hasKeys = true
  const screen = await showScreen({ Component, loader }, ({ name }) => {
    if (name.startsWith('DELETE ')) {
      hasKeys = false
      return { carrier: 'delhivery' }
    }
    return hasKeys ? connections : { ...connections, carriers: ['shiprocket'], startedAt: '2026-11-29T10:00:05.000Z' }
  })
  expect(screen.has('Remove Shiprocket’s keys')).toBe(false)
  await screen.press('Remove Delhivery’s keys')
  expect(screen.text()).toContain('2 bookings are still waiting for Delhivery, and go on only with new keys.')
  expect(screen.changes()).toEqual([])
  await screen.press('Remove keys')
  expect(screen.changes()).toMatchObject([{ name: 'DELETE /connections/delhivery' }])
  await screen.says('Enter Delhivery’s keys')
  expect(screen.has('Remove Delhivery’s keys')).toBe(false)
})
