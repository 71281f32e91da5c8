import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  redirectDocument,
} from 'react-router'
import { CallError, callOnce } from './api.ts'
import { readStaff, setStaff } from './session.ts'
import { ErrorScreen, NotFound } from './shell/error-screen.tsx'
import { Shell } from './shell/shell.tsx'
import { Starting } from './shell/starting.tsx'

/** The packing screens: only their document may use the camera and WebAssembly (`src/app/staff-site.server.ts`). */
const PACKING = /^\/admin\/pack(\/|$)/
const isPackingDocument = PACKING.test(window.location.pathname)

/** A screen's module: React Router's own names. */
type Screen = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'shouldRevalidate'>

/** A screen of its own chunk. Between packing and the rest the document is loaded anew, because its policy differs. */
function screen(load: () => Promise<Screen>): NonNullable<RouteObject['lazy']> {
  return async () => {
    const { loader, ...rest } = await load()
    return {
      ...rest,
      loader: (args: LoaderFunctionArgs, context: unknown) => {
        if (PACKING.test(new URL(args.request.url).pathname) !== isPackingDocument && navigator.onLine)
          throw redirectDocument(args.request.url)
        return typeof loader === 'function' ? loader(args, context as never) : null
      },
    }
  }
}

/** Lets nobody past without a session: the sign-in then leads back here. */
async function requireStaff({ request }: LoaderFunctionArgs) {
  if (readStaff() !== null) return null
  const session = await callOnce('GET /session')
  if (session.ok) {
    setStaff(session.data.staff)
    return null
  }
  if (session.status !== 401) throw new CallError(session)
  const { pathname, search } = new URL(request.url)
  const next = pathname.replace(/^\/admin/, '') + search
  throw redirect(`/login${next === '' || next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`)
}

const screens: RouteObject[] = [
  { index: true, lazy: screen(() => import('./home/home.tsx')) },
  { path: 'staff', lazy: screen(() => import('./staff/staff-list.tsx')) },
  { path: 'account', lazy: screen(() => import('./staff/account.tsx')) },
  { path: '*', Component: NotFound },
]

export const router = createBrowserRouter(
  [
    { path: 'login', lazy: () => import('./sign-in/login.tsx'), HydrateFallback: Starting },
    { path: 'join/:token', lazy: () => import('./sign-in/join.tsx'), HydrateFallback: Starting },
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
