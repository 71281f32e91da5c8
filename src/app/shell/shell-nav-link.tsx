import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { prefetchOn } from '#platform/browser/save-data.ts'
import type { ShellLink } from './links.ts'

type Props = {
  link: ShellLink
  className: string
  /** True if pages below the link's are its own, too. */
  hasPagesBelow?: boolean
  onClick?: () => void
  /** Behind its text. */
  children?: ReactNode
}

/** A link of header or menu. One to a list with a filter is the current page on that list alone, not on every other list. */
export function ShellNavLink({
  link: { to, label, reload = false },
  hasPagesBelow = false,
  children,
  ...props
}: Props) {
  const { pathname, search } = useLocation()
  const shared = { ...props, to, reloadDocument: reload, prefetch: prefetchOn('intent') } as const
  return to.includes('?') ? (
    <Link {...shared} aria-current={pathname + search === to ? 'page' : undefined}>
      {label}
      {children}
    </Link>
  ) : (
    <NavLink {...shared} end={!hasPagesBelow}>
      {label}
      {children}
    </NavLink>
  )
}
