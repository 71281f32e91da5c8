// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { refusal, showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component, loader } from './bookings.tsx'

const PAST = 'Please choose a day from today on.'

test.each([
  [[{ path: 'day', message: PAST }], 1],
  [[], 1],
])('a pick-up that is refused with errors %j says why %d time', async (errors, times) => {
  const screen = await showScreen({ Component, loader }, ({ name }) => {
    if (name === 'POST /pickups') return refusal(400, 'invalid_input', { message: PAST, errors })
    return name === 'GET /carriers' ? { items: [{ name: 'Delhivery', api: 'delhivery' }] } : { items: [], next: null }
  })
  await screen.press('Request pick-up')
  await screen.says(PAST)
  expect(screen.text().split(PAST)).toHaveLength(times + 1)
})
