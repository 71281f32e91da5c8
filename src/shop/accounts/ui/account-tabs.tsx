import { NavLink } from 'react-router'
import { t } from '#platform/text/t.ts'

const TABS = [
  { to: '/login', label: t('Log in') },
  { to: '/register', label: t('New here? Register') },
]

/** The two ways in, side by side: for those who have an account, and for those who don't. */
export function AccountTabs() {
  return (
    <nav aria-label={t('Log in or register')} className="mb-4 grid grid-cols-2 border-b border-line">
      {TABS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className="-mb-px flex min-h-12 items-center justify-center border-b-4 border-transparent px-1 text-center font-bold text-balance text-ink-3 no-underline hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
