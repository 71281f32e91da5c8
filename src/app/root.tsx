import type { ReactNode } from 'react'
import { Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { STORAGE_SCRIPT } from '#platform/browser/storage.ts'
import { THEME_SCRIPT } from '#platform/browser/theme.ts'
import { localPath } from '#platform/text/local-path.ts'
import { language } from '#platform/text/t.ts'
import { VIEWED_SCRIPT } from '#shop/related/viewed-mark.ts'
import type { ShownSettings } from '#shop/settings/client.ts'
import { BOLD_FONT, TEXT_FONT, WIDE_FONT } from '#ui/font-files.ts'
import { HINDI_WIDE_FONT } from '#ui/hindi-font-file.ts'
import type { Route } from './+types/root'
import { Alternates } from './alternates.tsx'
import { apiContext } from './context.ts'
import { HEAD_SCRIPT } from './deferred-scripts.ts'
import { ErrorView } from './error-view.tsx'
import { pageMeta } from './page-meta.ts'
import { usePublicOrigin } from './public-origin.ts'
import { Shell } from './shell/shell.tsx'
import { STYLES } from './shell/styles.ts'

/** The background of `.inverse` (src/ui/parts.css), for the browser's own bars. A meta element can't read a CSS variable. */
const BOARD_COLOUR = '#14130f'

/** The fonts of the first paint. */
const FIRST_FONTS = [TEXT_FONT, BOLD_FONT, WIDE_FONT, ...(language() === 'hi' ? [HINDI_WIDE_FONT] : [])]

/** These scripts run before hydration, so the browser's bundle doesn't need them. */
const INLINE_SCRIPT = import.meta.env.SSR ? `${STORAGE_SCRIPT};${THEME_SCRIPT};${VIEWED_SCRIPT};${HEAD_SCRIPT}` : ''

/** The shop's settings, which the server has in memory, its public origin, and the presence of stores, for every page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [response, branches] = await Promise.all([api('GET /user/shopSettings', {}), api('GET /stores')])
  if (!response.ok) throw new Error(response.message)
  const hasStores = !branches.ok || branches.data.stores.length > 0
  return { settings: response.data, origin: new URL(request.url).origin, hasStores }
}

/** Changed settings apply from the next document load. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: '' })

/** The document with everything around a page or the error view. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={language() === 'hi' ? 'hi' : 'en-IN'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={BOARD_COLOUR} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; a script can't be written as text. */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }} />
        <Meta />
        <PageLinks />
        <StaticLinks />
        <GuestMarks />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet; React would escape its selectors. */}
        <style id="styles" dangerouslySetInnerHTML={{ __html: STYLES }} />
        <BrandStyles />
      </head>
      {/* The bar at the bottom of a product's page would cover the footer's last lines. */}
      <body className="has-data-buy-bar:max-tablet:pb-20">
        <Shell>{children}</Shell>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorView error={error} />
}

/** The preloaded fonts, and the links for installing the shop as an app. */
function StaticLinks() {
  return (
    <>
      {FIRST_FONTS.map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  )
}

/** Tells code outside React components which lists guests may fill. */
function GuestMarks() {
  const settings = useRouteLoaderData<{ settings: ShownSettings }>('root')?.settings
  return (
    <>
      {settings?.['cart.guests'] ? <meta name="guest-cart" content="on" /> : null}
      {settings?.['wishlist.guests'] ? <meta name="guest-wishlist" content="on" /> : null}
    </>
  )
}

/** The owner's colours, after the style sheet. */
function BrandStyles() {
  const styles = useRouteLoaderData<{ settings: ShownSettings }>('root')?.settings.brand.styles
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from colours that the settings' rule has checked.
  return styles ? <style dangerouslySetInnerHTML={{ __html: styles }} /> : null
}

/**
 * A page's canonical URL without the query, and its URLs in other languages. An error view has none. The listing writes
 * its own.
 */
function PageLinks() {
  const { pathname } = useLocation()
  const origin = usePublicOrigin()
  const error = useRouteError()
  if ((error !== undefined && error !== null) || pathname === '/categories') return null
  return (
    <>
      {import.meta.env.SSR ? <Alternates path={pathname} /> : null}
      <link rel="canonical" href={`${origin}${localPath(pathname)}`} />
    </>
  )
}
