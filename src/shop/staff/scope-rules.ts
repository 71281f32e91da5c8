/**
 * What a key lets a program do: each scope is some of the calls, and a call in no scope is for people only. Money, people, staff,
 * keys and settings are in none, nor is any call that needs a recent second factor.
 */
export const SCOPES = {
  'orders:read': {
    title: 'Read orders, exchanges and invoices',
    calls: [
      'GET /orders',
      'GET /orders/counts',
      'GET /orders/{id}',
      'GET /orders/{id}/invoice.pdf',
      'GET /orders/{id}/packing-slip.pdf',
      'GET /orders/{id}/credit-notes/{refund}',
      'GET /exchanges',
      'GET /exchanges/{id}',
      'GET /exchanges/photos/{id}',
      'GET /exchanges/{id}/debit-note.pdf',
    ],
  },
  'orders:ship': {
    title: 'Pack and ship orders',
    calls: [
      'GET /pack',
      'GET /pick-list',
      'GET /carriers',
      'GET /packing-slips.pdf',
      'GET /labels.pdf',
      'GET /shipments/export.csv',
      'POST /shipments/import',
      'POST /orders/{id}/ship',
      'POST /orders/{id}/parcels/{parcel}/correct',
      'POST /orders/{id}/parcels/{parcel}/state',
      'GET /returns',
      'POST /orders/{id}/parcels/{parcel}/received',
      'POST /orders/{id}/delivered',
      'POST /orders/{id}/not-delivered',
    ],
  },
  'orders:notes': { title: 'Write notes beside orders', calls: ['POST /orders/{id}/notes'] },
  exchanges: {
    title: 'Receive exchanges, and ship their replacements',
    calls: [
      'GET /exchanges',
      'GET /exchanges/{id}',
      'GET /exchanges/photos/{id}',
      'POST /exchanges/{id}/receive',
      'POST /exchanges/{id}/ship',
      'POST /exchanges/{id}/arrived',
    ],
  },
  products: {
    title: 'Read and change products',
    calls: [
      'GET /products',
      'GET /products/counts',
      'GET /products/{id}',
      'GET /products/{id}/history',
      'POST /products',
      'PATCH /products/{id}',
      'POST /products/{id}/publish',
      'POST /products/{id}/hide',
      'POST /products/{id}/pictures',
    ],
  },
  stock: {
    title: 'Read and change stock',
    calls: ['GET /stock', 'GET /stock/{sku}/history', 'POST /stock/{sku}'],
  },
  reports: {
    title: 'Read reports',
    calls: [
      'GET /reports/{name}',
      'GET /reports/{name}.csv',
      'GET /reports/orders',
      'GET /reports/gstr-1.csv',
      'GET /reports/tally.xml',
      'GET /reports/zoho-books.csv',
    ],
  },
  customers: { title: 'Find customers', calls: ['GET /customers', 'GET /customers/{id}'] },
  messages: {
    title: 'Read and answer messages',
    calls: ['GET /messages', 'GET /messages/{id}', 'POST /messages/{id}/answer'],
  },
  reviews: {
    title: 'Read, answer and hide reviews',
    calls: [
      'GET /reviews',
      'GET /reviews/{id}',
      'GET /reviews/photos/{id}',
      'POST /reviews/{id}/answer',
      'POST /reviews/{id}/hide',
      'POST /reviews/{id}/show',
    ],
  },
  log: { title: 'Read the log', calls: ['GET /audit', 'GET /audit/actions'] },
} as const satisfies Record<string, { title: string; calls: readonly string[] }>

export type Scope = keyof typeof SCOPES

// Safe cast: the keys of the table.
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]]

/** True if a key with these scopes may make a call. */
export function isInScope(scopes: readonly string[], call: string): boolean {
  return SCOPE_NAMES.some((name) => {
    const calls: readonly string[] = SCOPES[name].calls
    return scopes.includes(name) && calls.includes(call)
  })
}
