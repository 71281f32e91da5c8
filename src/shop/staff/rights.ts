import type { StaffRole } from '#platform/api/identity.ts'

const EVERYBODY: readonly StaffRole[] = ['owner', 'manager', 'packer']
const MANAGERS: readonly StaffRole[] = ['owner', 'manager']
const OWNERS: readonly StaffRole[] = ['owner']

/**
 * Who may make which call of the staff site: the only source for the server, the menu, the palette, the buttons and the
 * tests (CONTRACT part three, Staff site: Roles). A public call, such as a sign-in, isn't here.
 */
export const RIGHTS = {
  'POST /totp/enrol': EVERYBODY,
  'POST /totp': EVERYBODY,
  'POST /passkeys/options': EVERYBODY,
  'POST /passkeys': EVERYBODY,
  'GET /session': EVERYBODY,
  'DELETE /session': EVERYBODY,
  'GET /sessions': EVERYBODY,
  'DELETE /sessions/{id}': EVERYBODY,
  'GET /staff': MANAGERS,
  'POST /staff': OWNERS,
  'PATCH /staff/{id}': OWNERS,
  'DELETE /staff/{id}': OWNERS,
  'GET /pack': EVERYBODY,
  'GET /pick-list': EVERYBODY,
  'GET /pack/ticks': EVERYBODY,
  'POST /pack/ticks': EVERYBODY,
  'POST /orders/{id}/ship': EVERYBODY,
  'POST /orders/{id}/parcels/{parcel}/correct': EVERYBODY,
  'GET /carriers': EVERYBODY,
  'GET /packing-slips.pdf': EVERYBODY,
  'GET /labels.pdf': EVERYBODY,
  'POST /shipments/import': EVERYBODY,
  'GET /shipments/export.csv': EVERYBODY,
  'GET /today': EVERYBODY,
  'GET /home': EVERYBODY,
  'GET /badges': EVERYBODY,
  'POST /presence': EVERYBODY,
  'GET /exchanges': EVERYBODY,
  'GET /exchanges/{id}': EVERYBODY,
  'POST /exchanges/{id}/approve': MANAGERS,
  'POST /exchanges/{id}/refuse': MANAGERS,
  'POST /exchanges/{id}/receive': EVERYBODY,
  'POST /exchanges/{id}/ship': EVERYBODY,
  'POST /exchanges/{id}/refund': MANAGERS,
  'GET /orders': EVERYBODY,
  'GET /orders/counts': EVERYBODY,
  'GET /messages': MANAGERS,
  'GET /messages/{id}': MANAGERS,
  'POST /messages/{id}/answer': MANAGERS,
  'POST /messages/{id}/hide': MANAGERS,
  'POST /messages/{id}/show': MANAGERS,
  'GET /saved-replies': MANAGERS,
  'POST /saved-replies': MANAGERS,
  'PATCH /saved-replies/{id}': MANAGERS,
  'DELETE /saved-replies/{id}': MANAGERS,
  'GET /reviews': MANAGERS,
  'GET /reviews/{id}': MANAGERS,
  'POST /reviews/{id}/hide': MANAGERS,
  'POST /reviews/{id}/show': MANAGERS,
  'POST /reviews/{id}/answer': MANAGERS,
  'GET /reviews/photos/{id}': MANAGERS,
  'POST /reviews/photos/{id}/approve': MANAGERS,
  'POST /reviews/photos/{id}/reject': MANAGERS,
  'GET /customers': MANAGERS,
  'GET /customers/{id}': MANAGERS,
  'GET /customers/{id}/export': OWNERS,
  'POST /customers/{id}/erase': OWNERS,
  'GET /customers.csv': OWNERS,
  'GET /newsletter.csv': OWNERS,
  'GET /orders/views': EVERYBODY,
  'POST /orders/views': EVERYBODY,
  'DELETE /orders/views/{id}': EVERYBODY,
  'GET /orders/{id}': EVERYBODY,
  'POST /orders/{id}/notes': EVERYBODY,
  'PATCH /orders/{id}/notes/{note}': EVERYBODY,
  'DELETE /orders/{id}/notes/{note}': EVERYBODY,
  'PATCH /orders/{id}/address': MANAGERS,
  'POST /orders/{id}/delivered': MANAGERS,
  'POST /orders/{id}/refund/review': MANAGERS,
  'POST /orders/{id}/cancel/review': MANAGERS,
  'POST /orders/{id}/refund': MANAGERS,
  'POST /orders/{id}/cancel': MANAGERS,
  'POST /orders/{id}/payment/check': MANAGERS,
  'GET /orders/{id}/invoice.pdf': EVERYBODY,
  'GET /orders/{id}/packing-slip.pdf': EVERYBODY,
  'GET /orders/{id}/credit-notes/{refund}': MANAGERS,
  'POST /undo/{id}': EVERYBODY,
  // Those of tax and backups are an owner's (settings/setting-pages.server.ts).
  'GET /settings': MANAGERS,
  'GET /settings/history': MANAGERS,
  'POST /settings/undo': MANAGERS,
  'POST /settings/return': MANAGERS,
  'GET /settings/{name}': MANAGERS,
  'PUT /settings/{name}': MANAGERS,
  'POST /settings/{name}/return': MANAGERS,
  'PUT /settings/preview': MANAGERS,
  'GET /home-page': MANAGERS,
  'PUT /home-page': MANAGERS,
  'PUT /home-page/draft': MANAGERS,
  'DELETE /home-page/draft': MANAGERS,
  'POST /home-page/plan': MANAGERS,
  'DELETE /home-page/plan/{id}': MANAGERS,
  'POST /home-page/pictures': MANAGERS,
  'GET /banner': MANAGERS,
  'PUT /banner': MANAGERS,
} as const satisfies Record<string, readonly StaffRole[]>

/** True if a call is in the table. */
export function isRight(name: string): name is keyof typeof RIGHTS {
  return Object.hasOwn(RIGHTS, name)
}

/** True if a role may make a call. */
export function mayCall(role: StaffRole, call: keyof typeof RIGHTS): boolean {
  return RIGHTS[call].includes(role)
}
