import type { StaffCall } from './staff-calls.ts'

/** Calls without a command, by the reason. */
export const SCREEN_CALLS: Readonly<Record<string, readonly StaffCall[]>> = {
  'somebody signs in at /admin': [
    'POST /join',
    'POST /login',
    'POST /verify',
    'GET /session',
    'DELETE /session',
    'GET /sessions',
    'DELETE /sessions/{id}',
    'POST /passkeys',
    'POST /passkeys/options',
    'POST /passkeys/login',
    'POST /passkeys/login/options',
    'POST /totp',
    'POST /totp/enrol',
  ],
  'it’s about what one has on the screen': [
    'POST /presence',
    'GET /imports',
    'GET /imports/{id}',
    'GET /pack/ticks',
    'POST /pack/ticks',
    'GET /orders/views',
    'POST /orders/views',
    'DELETE /orders/views/{id}',
  ],
  'the numbers of menus and tabs are in `today` and in the lists': [
    'GET /home',
    'GET /badges',
    'GET /orders/counts',
    'GET /products/counts',
  ],
  'a draft is a file for commands': [
    'PUT /home-page/draft',
    'DELETE /home-page/draft',
    'POST /newsletters',
    'PATCH /newsletters/{id}',
    'DELETE /newsletters/{id}',
    'PUT /newsletters/preview',
    'GET /newsletters/preview',
    'PUT /settings/preview',
  ],
  'a note is changed by its writer': ['PATCH /orders/{id}/notes/{note}', 'DELETE /orders/{id}/notes/{note}'],
  'the keys of payments and mail are lines of .env': ['POST /connections/payments', 'POST /connections/mail'],
  'the shop asks by itself within minutes': ['POST /orders/{id}/payment/check'],
}
