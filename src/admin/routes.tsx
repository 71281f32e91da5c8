import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  redirectDocument,
} from 'react-router'
import { isScanningScreen } from '#shop/staff/scanning.ts'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { CallError, callOnce } from './api.ts'
import { keepLastDataWhenOffline } from './parts/keep-last-data.ts'
import { recordScreen } from './parts/record-screen.tsx'
import { readStaff, setStaff } from './session.ts'
import { ErrorScreen, NotFound } from './shell/error-screen.tsx'
import { Shell } from './shell/shell.tsx'
import { Starting } from './shell/starting.tsx'

const isScanningDocument = isScanningScreen(window.location.pathname)

/** A screen's module: React Router's own names. */
type Screen = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'shouldRevalidate'>

/** A screen of its own chunk. Between the screens that scan and the rest the document is loaded anew, because its policy differs. */
function screen(load: () => Promise<Screen>): NonNullable<RouteObject['lazy']> {
  return async () => {
    const { loader, ...rest } = await load()
    const read = typeof loader === 'function' ? keepLastDataWhenOffline(loader) : null
    return {
      ...rest,
      loader: async (args: LoaderFunctionArgs, context: unknown) => {
        // The shell's loader, which runs beside this one, leads to the sign-in.
        if ((await findStaff()) === null) return null
        if (isScanningScreen(new URL(args.request.url).pathname) !== isScanningDocument && navigator.onLine)
          throw redirectDocument(args.request.url)
        // Safe cast: what the router gave, passed on.
        return read === null ? null : read(args, context as never)
      },
    }
  }
}

/** The screen of one record, which its address names. */
function record(load: () => Promise<Screen>): NonNullable<RouteObject['lazy']> {
  return screen(async () => {
    const { Component, ...rest } = await load()
    return { ...rest, ...(Component ? { Component: recordScreen(Component) } : {}) }
  })
}

const asked: { session: Promise<StaffMember | null> | null } = { session: null }

/** Who is signed in, or null. Asks the server once for all loaders of a page. @throws {CallError} */
function findStaff(): Promise<StaffMember | null> {
  const known = readStaff()
  if (known !== null) return Promise.resolve(known)
  asked.session ??= askForSession().finally(() => {
    asked.session = null
  })
  return asked.session
}

async function askForSession(): Promise<StaffMember | null> {
  const session = await callOnce('GET /session')
  if (session.ok) setStaff(session.data.staff)
  else if (session.status !== 401) throw new CallError(session)
  return readStaff()
}

/** Lets nobody past without a session: the sign-in then leads back here. */
async function requireStaff({ request }: LoaderFunctionArgs) {
  if ((await findStaff()) !== null) return null
  const { pathname, search } = new URL(request.url)
  const next = pathname.replace(/^\/admin/, '') + search
  throw redirect(`/login${next === '' || next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`)
}

const screens: RouteObject[] = [
  { index: true, lazy: screen(() => import('./home/home.tsx')) },
  { path: 'pack', lazy: screen(() => import('./pack/list.tsx')) },
  { path: 'pack/run', lazy: screen(() => import('./pack/run-screen.tsx')) },
  { path: 'pack/bookings', lazy: screen(() => import('./pack/bookings.tsx')) },
  { path: 'pack/file', lazy: screen(() => import('./pack/file.tsx')) },
  { path: 'waiting/:kind', lazy: screen(() => import('./home/waiting.tsx')) },
  { path: 'orders', lazy: screen(() => import('./orders/order-list.tsx')) },
  { path: 'orders/new', lazy: screen(() => import('./drafts/new-order.tsx')) },
  { path: 'draft-orders', lazy: screen(() => import('./drafts/draft-list.tsx')) },
  { path: 'draft-orders/:id', lazy: record(() => import('./drafts/draft-record.tsx')) },
  { path: 'orders/to-confirm', lazy: screen(() => import('./orders/confirm-list.tsx')) },
  { path: 'orders/:id', lazy: record(() => import('./orders/order-record.tsx')) },
  { path: 'remittances', lazy: screen(() => import('./remittances/remittance-list.tsx')) },
  { path: 'returns', lazy: screen(() => import('./returns/return-list.tsx')) },
  { path: 'exchanges', lazy: screen(() => import('./exchanges/exchange-list.tsx')) },
  { path: 'exchanges/:id', lazy: record(() => import('./exchanges/exchange-record.tsx')) },
  { path: 'messages', lazy: screen(() => import('./messages/message-list.tsx')) },
  { path: 'messages/saved-replies', lazy: screen(() => import('./messages/saved-replies.tsx')) },
  { path: 'messages/:id', lazy: record(() => import('./messages/thread.tsx')) },
  { path: 'products', lazy: screen(() => import('./products/product-list.tsx')) },
  { path: 'products/new', lazy: screen(() => import('./products/new-product.tsx')) },
  { path: 'products/pictures', lazy: screen(() => import('./products/many-pictures.tsx')) },
  { path: 'products/timeline', lazy: screen(() => import('./products/timeline.tsx')) },
  { path: 'products/:id', lazy: record(() => import('./products/product-record.tsx')) },
  { path: 'stock', lazy: screen(() => import('./stock/stock-list.tsx')) },
  { path: 'stock-count', lazy: screen(() => import('./stock/count-screen.tsx')) },
  { path: 'stock/:sku', lazy: record(() => import('./stock/stock-record.tsx')) },
  { path: 'imports', lazy: screen(() => import('./imports/import-list.tsx')) },
  { path: 'imports/:id', lazy: record(() => import('./imports/import-run.tsx')) },
  { path: 'home-page', lazy: screen(() => import('./home-page/home-page.tsx')) },
  { path: 'settings', lazy: screen(() => import('./settings/settings-list.tsx')) },
  { path: 'settings/history', lazy: screen(() => import('./settings/history.tsx')) },
  { path: 'settings/connections', lazy: screen(() => import('./settings/connections.tsx')) },
  { path: 'settings/carriers', lazy: screen(() => import('./settings/carriers.tsx')) },
  { path: 'settings/:page', lazy: record(() => import('./settings/settings-form.tsx')) },
  { path: 'backups', lazy: screen(() => import('./backups/backup-list.tsx')) },
  { path: 'stores', lazy: screen(() => import('./stores/store-list.tsx')) },
  { path: 'stores/:id', lazy: record(() => import('./stores/store-record.tsx')) },
  { path: 'new-store', lazy: screen(() => import('./stores/new-store.tsx')) },
  { path: 'reports', loader: () => redirect('/reports/sales') },
  { path: 'reports/orders', lazy: screen(() => import('./reports/orders.tsx')) },
  { path: 'reports/:name', lazy: screen(() => import('./reports/report.tsx')) },
  { path: 'offers', lazy: screen(() => import('./offers/offer-list.tsx')) },
  { path: 'offers/:id', lazy: record(() => import('./offers/offer-record.tsx')) },
  { path: 'customers', lazy: screen(() => import('./customers/customer-list.tsx')) },
  { path: 'customers/:id', lazy: record(() => import('./customers/customer-record.tsx')) },
  { path: 'reviews', lazy: screen(() => import('./reviews/review-list.tsx')) },
  { path: 'reviews/:id', lazy: record(() => import('./reviews/review-record.tsx')) },
  { path: 'newsletter', lazy: screen(() => import('./newsletter/newsletter-list.tsx')) },
  { path: 'newsletter/:id', lazy: record(() => import('./newsletter/newsletter-record.tsx')) },
  { path: 'audit', lazy: screen(() => import('./audit/audit-list.tsx')) },
  { path: 'keys', lazy: screen(() => import('./programs/key-list.tsx')) },
  { path: 'staff', lazy: screen(() => import('./staff/staff-list.tsx')) },
  { path: 'account', lazy: screen(() => import('./staff/account.tsx')) },
  // What screens are made of, for who makes one.
  ...(import.meta.env.DEV ? [{ path: 'all-parts', lazy: screen(() => import('./all-parts/all-parts.tsx')) }] : []),
  { path: '*', Component: NotFound },
]

export const router = createBrowserRouter(
  [
    { path: 'login', lazy: () => import('./sign-in/login.tsx'), HydrateFallback: Starting },
    { path: 'join', lazy: () => import('./sign-in/join.tsx'), HydrateFallback: Starting },
    {
      path: '/',
      Component: Shell,
      loader: requireStaff,
      shouldRevalidate: () => false,
      HydrateFallback: Starting,
      ErrorBoundary: ErrorScreen,
      // An error of a screen leaves the menu in place.
      children: [{ ErrorBoundary: ErrorScreen, children: screens }],
    },
  ],
  { basename: '/admin' },
)
