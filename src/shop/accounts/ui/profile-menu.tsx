import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { lazyComponent } from '#ui/lazy-component.ts'

// Loaded when Log Out is pressed, which is rare.
const LogOutDialog = lazyComponent(async () => (await import('./log-out-dialog.tsx')).LogOutDialog)

const LINKS = [
  { to: '/my-orders', label: t('My Orders') },
  { to: '/wishlist', label: t('Wishlist') },
  { to: '/saved-address', label: t('Saved Address') },
  { to: '/privacy-policy', label: t('Privacy Policy') },
]

const ITEM =
  'flex min-h-12 w-full cursor-pointer items-center border-l-4 border-transparent px-4 text-left font-bold hover:bg-sunk ' +
  'aria-[current=page]:border-ink aria-[current=page]:bg-sunk dark:aria-[current=page]:border-signal'

/**
 * The profile's left menu beside a page of the account. Hidden on screens 768 px wide or less (SPEC section 2), where
 * the profile drawer has the same links. `current` is the path of the page itself.
 */
export function ProfileFrame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <div className="print-column grid grid-cols-1 items-start gap-8 md:grid-cols-[220px_1fr]">
      <ProfileMenu current={current} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function ProfileMenu({ current }: { current: string }) {
  const [confirming, setConfirming] = useState(false)
  return (
    <nav
      aria-label={t('Account')}
      className="sticky top-18 hidden rounded-md border border-line bg-card py-2 md:block print:hidden"
    >
      <ul className="grid">
        {LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} aria-current={to === current ? 'page' : undefined} className={ITEM}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={ITEM} onClick={() => setConfirming(true)}>
            {t('Log Out')}
          </button>
        </li>
      </ul>
      {confirming ? (
        <Suspense fallback={null}>
          <LogOutDialog open onCancel={() => setConfirming(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}
