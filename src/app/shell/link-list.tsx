import { ChevronRightIcon } from '#ui/icons.tsx'
import type { ShellLink } from './links.ts'
import { ShellNavLink } from './shell-nav-link.tsx'

type Props = {
  label: string
  links: ShellLink[]
  /** Below more important links. */
  small?: boolean
  onPress: () => void
}

/** The links of a drawer, one below the other. */
export function LinkList({ label, links, small = false, onPress }: Props) {
  return (
    <nav aria-label={label}>
      <ul className="grid">
        {links.map((link) => (
          <li key={link.to} className={small ? '' : 'border-b border-line last:border-0'}>
            <ShellNavLink
              link={link}
              onClick={onPress}
              className={`flex items-center justify-between gap-2 aria-[current=page]:underline aria-[current=page]:decoration-4 aria-[current=page]:underline-offset-8 ${small ? 'min-h-11 text-sm text-ink-2' : 'min-h-13 font-bold'}`}
            >
              {small ? null : <ChevronRightIcon size={18} className="text-ink-3" />}
            </ShellNavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
