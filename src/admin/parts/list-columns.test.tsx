// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { ListPage } from './list-page.tsx'

beforeEach(() => localStorage.clear())

const row = { sku: 'K-M', available: 4, waiting: 0 }

function Stock() {
  return (
    <ListPage
      title="Stock"
      rows={[row]}
      idOf={({ sku }) => sku}
      linkOf={({ sku }) => `/stock/${sku}`}
      next={null}
      empty={{ title: '', line: '' }}
      columns={[
        { id: 'sku', head: 'SKU', cell: ({ sku }) => sku },
        { id: 'available', head: 'Available', cell: ({ available }) => available },
        { id: 'waiting', head: 'Waitlist', isBlank: ({ waiting }) => waiting === 0, cell: ({ waiting }) => waiting },
        { id: 'sold', head: 'Sold', isExtra: true, cell: () => 7 },
        { id: 'change', head: 'Change', isAction: true, cell: () => '±' },
      ]}
      card={({ sku }) => sku}
    />
  )
}
const show = () => showScreen({ Component: Stock }, () => ({}))
const heads = () => [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)
const offered = () => [...document.querySelectorAll('dialog label')].map(({ textContent }) => textContent)

test('a column that is blank for all rows, or an extra one, is there once it’s chosen; the device keeps the choice', async () => {
  const screen = await show()
  expect(heads()).toEqual(['SKU', 'Available', 'Change'])
  await screen.press('Choose columns')
  expect(offered()).toEqual(['Available', 'Waitlist', 'Sold'])
  await screen.tick('Waitlist')
  await screen.tick('Sold')
  await screen.tick('Available')
  expect(heads()).toEqual(['SKU', 'Waitlist', 'Sold', 'Change'])
  screen.close()
  const reloaded = await show()
  expect(heads()).toEqual(['SKU', 'Waitlist', 'Sold', 'Change'])
  await reloaded.press('Choose columns')
  await reloaded.press('Reset columns')
  expect(heads()).toEqual(['SKU', 'Available', 'Change'])
  expect(localStorage).toHaveLength(0)
})
