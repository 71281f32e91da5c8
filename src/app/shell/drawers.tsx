import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'
import { useSession } from '#platform/browser/session.ts'
import { Drawer, DrawerBody } from '#ui/drawer.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MAIN_LINKS, MORE_LINKS, PROFILE_LINKS, type ShellLink } from './links.ts'

type Props = { open: boolean; onClose: () => void }

const loadCartDrawer = () => import('#shop/cart/ui/cart-drawer.tsx')

const CartDrawer = lazy(async () => ({ default: (await loadCartDrawer()).CartDrawer }))

/** Fetches the cart drawer's code ahead of the press that opens it. */
export function warmCartDrawer(): void {
  void loadCartDrawer()
}

/** The mobile menu: where the shop's pages are. */
export function MenuDrawer({ open, onClose }: Props) {
  const session = useSession()
  const account: ShellLink[] =
    session === null ? [{ to: '/login', label: 'Log in' }] : [{ to: '/profile', label: 'Profile' }]
  return (
    <Drawer open={open} onClose={onClose} title="Menu" side="left">
      <DrawerBody>
        <LinkList label="Menu" links={[...MAIN_LINKS, ...MORE_LINKS, ...account]} onPress={onClose} />
      </DrawerBody>
    </Drawer>
  )
}

/** The profile drawer of narrow screens (SPEC section 2). */
export function ProfileDrawer({ open, onClose }: Props) {
  const session = useSession()
  return (
    <Drawer open={open} onClose={onClose} title="Profile" side="right">
      <DrawerBody>
        {session === null ? null : <p className="pb-2 text-sm break-words text-ink-2">{session.user.email}</p>}
        <LinkList label="Profile" links={PROFILE_LINKS} onPress={onClose} />
      </DrawerBody>
    </Drawer>
  )
}

/** The frame of the cart drawer: 300 px wide, 250 on narrow screens (SPEC section 9). Its inside is loaded when needed. */
export function CartFrame({ open, onClose }: Props) {
  return (
    <Drawer open={open} onClose={onClose} title="Cart" side="right" width="w-[250px] md:w-[300px]">
      <Suspense fallback={<CartWaiting />}>
        <CartDrawer open={open} onClose={onClose} />
      </Suspense>
    </Drawer>
  )
}

function CartWaiting() {
  return (
    <DrawerBody>
      <p className="sr-only">Loading</p>
      <div className="grid gap-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </DrawerBody>
  )
}

function LinkList({ label, links, onPress }: { label: string; links: ShellLink[]; onPress: () => void }) {
  return (
    <nav aria-label={label}>
      <ul className="grid">
        {links.map((link) => (
          <li key={link.to} className="border-b border-line last:border-0">
            <NavLink
              to={link.to}
              end
              reloadDocument={link.reload ?? false}
              onClick={onPress}
              className="flex min-h-13 items-center justify-between gap-2 font-bold aria-[current=page]:underline aria-[current=page]:decoration-4 aria-[current=page]:underline-offset-8"
            >
              {link.label}
              <ChevronRight size={18} aria-hidden className="text-ink-3" />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
