import { expect, test } from 'vitest'
import { RIGHTS } from '#shop/staff/rights.ts'
import { leafCommands } from './command-tree.ts'
import { program } from './main.ts'

/** The command that does what a call of the staff site does. */
const COMMANDS: Readonly<Record<string, string>> = {
  'PATCH /orders/{id}/address': 'orders address',
  'POST /orders/{id}/notes': 'orders note',
  'POST /orders/{id}/ship': 'orders ship',
  'POST /orders/{id}/delivered': 'orders advance',
  'POST /orders/{id}/parcels/{parcel}/correct': 'orders correct-tracking',
  'POST /orders/{id}/cancel': 'orders cancel',
  'POST /orders/{id}/cancel/preview': 'orders cancel',
  'POST /orders/{id}/refund': 'orders refund',
  'POST /orders/{id}/refund/preview': 'orders refund',
  'POST /shipments/import': 'orders import-tracking',
  'POST /exchanges/{id}/approve': 'exchanges approve',
  'POST /exchanges/{id}/receive': 'exchanges receive',
  'POST /exchanges/{id}/refund': 'exchanges refund',
  'POST /exchanges/{id}/refuse': 'exchanges refuse',
  'POST /exchanges/{id}/ship': 'exchanges ship',
  'POST /exchanges/{id}/arrived': 'exchanges arrived',
  'POST /messages/{id}/answer': 'messages answer',
  'POST /messages/{id}/hide': 'messages hide',
  'POST /messages/{id}/show': 'messages unhide',
  'POST /saved-replies': 'messages add-reply',
  'PATCH /saved-replies/{id}': 'messages change-reply',
  'DELETE /saved-replies/{id}': 'messages delete-reply',
  'POST /products': 'catalog import',
  'PATCH /products/{id}': 'products set',
  'POST /products/{id}/pictures': 'catalog import',
  'POST /products/{id}/publish': 'products publish',
  'POST /products/{id}/hide': 'products hide',
  'POST /products/{id}/archive': 'products archive',
  'POST /products/{id}/sale': 'products set',
  'POST /products/bulk': 'products bulk',
  'DELETE /products/timeline/{change}': 'products unschedule',
  'POST /stock/{sku}': 'stock add',
  'POST /stock/{sku}/count': 'stock set',
  'PATCH /stock/{sku}': 'stock set-level',
  'POST /imports': 'catalog import',
  'POST /imports/{id}/apply': 'catalog import',
  'POST /imports/{id}/undo': 'catalog undo-import',
  'POST /undo/{id}': 'products undo-bulk',
  'POST /stores': 'stores add',
  'PATCH /stores/{id}': 'stores set',
  'DELETE /stores/{id}': 'stores remove',
  'POST /stores/{id}/move': 'stores move',
  'POST /stores/import': 'stores import',
  'PUT /banner': 'banner set',
  'PUT /home-page': 'home import',
  'POST /home-page/pictures': 'home picture',
  'PUT /settings/{name}': 'settings set',
  'POST /settings/{name}/return': 'settings undo',
  'POST /settings/undo': 'settings undo',
  'POST /settings/return': 'settings return',
  // `settings set home.sections @home.json --at …`
  'POST /home-page/plan': 'settings set',
  'POST /settings/plans': 'settings set',
  'POST /settings/{name}/read': 'settings read',
  'DELETE /settings/plans/{id}': 'settings unplan',
  'POST /connections/payments': 'init',
  'POST /connections/mail/check': 'doctor',
  'POST /connections/payments/check': 'doctor',
  'POST /preview-links': 'preview',
  'DELETE /preview-links': 'preview',
  'POST /customers/{id}/erase': 'customers forget',
  'POST /reviews/{id}/answer': 'reviews answer',
  'POST /reviews/{id}/hide': 'reviews hide',
  'POST /reviews/{id}/show': 'reviews show',
  'POST /reviews/photos/{id}/approve': 'reviews photo-approve',
  'POST /reviews/photos/{id}/reject': 'reviews photo-reject',
  'POST /newsletters/{id}/test': 'newsletter send',
  'POST /newsletters/{id}/send': 'newsletter send',
  'POST /newsletters/{id}/stop': 'newsletter stop',
  'POST /newsletters/{id}/resume': 'newsletter resume',
  'POST /staff': 'staff invite',
  'PATCH /staff/{id}': 'staff role',
  'DELETE /staff/{id}': 'staff end',
  'POST /keys': 'keys create',
  'DELETE /keys/{id}': 'keys end',
}

/** Calls without a command, by the reason. */
const SCREEN_ALONE: Readonly<Record<string, readonly string[]>> = {
  'one’s own sign-in': [
    'DELETE /session',
    'DELETE /sessions/{id}',
    'POST /passkeys',
    'POST /passkeys/options',
    'POST /totp',
    'POST /totp/enrol',
  ],
  'what is on one’s screen': ['POST /presence', 'POST /pack/ticks', 'POST /orders/views', 'DELETE /orders/views/{id}'],
  'a draft, which is a file for a command': [
    'PUT /home-page/draft',
    'DELETE /home-page/draft',
    'POST /newsletters',
    'PATCH /newsletters/{id}',
    'DELETE /newsletters/{id}',
    'PUT /newsletters/preview',
    'PUT /settings/preview',
  ],
  'notes are written by command, and changed by their writer': [
    'PATCH /orders/{id}/notes/{note}',
    'DELETE /orders/{id}/notes/{note}',
  ],
  'a line of .env': ['POST /connections/mail'],
  'the shop asks by itself within minutes': ['POST /orders/{id}/payment/check'],
}

test('every change that the staff site can make has its command, or a reason for none', { tags: 'A45' }, () => {
  const changes = Object.keys(RIGHTS).filter((name) => !name.startsWith('GET '))
  expect([...Object.keys(COMMANDS), ...Object.values(SCREEN_ALONE).flat()].sort()).toEqual(changes.sort())
  const names = new Set(leafCommands(program).map(({ name }) => name))
  expect(Object.values(COMMANDS).filter((name) => !names.has(name))).toEqual([])
})
