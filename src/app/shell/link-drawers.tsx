import { Suspense } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { Drawer, DrawerBody } from '#ui/drawer.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { LanguageLink } from './language-link.tsx'
import { LinkList } from './link-list.tsx'
import { PROFILE_LINKS, type ShellLink, useMainLinks, useMoreLinks } from './links.ts'

const CategoryMenu = lazyComponent(async () => (await import('#shop/listing/ui/category-menu.tsx')).CategoryMenu)

type Props = { open: boolean; onClose: () => void }

/** The owner's own links may have one of the others. */
const uniqueLinks = (links: readonly ShellLink[]) =>
  links.filter(({ to }, at) => links.findIndex((other) => other.to === to) === at)

/** The mobile menu: the other language, what the shop sells, the links of SPEC section 2, and the theme. */
export function MenuDrawer({ open, onClose }: Props) {
  const session = useSession()
  const account: ShellLink[] =
    session === null ? [{ to: '/login', label: t('Log in') }] : [{ to: '/profile', label: t('Profile') }]
  return (
    <Drawer open={open} onClose={onClose} title={t('Menu')} side="left">
      <DrawerBody>
        <LanguageLink className="mb-1 inline-flex min-h-11 items-center font-bold underline underline-offset-4" />
        {/* As high as its closed rows, so that the links below don't move when it's loaded. */}
        <div className="min-h-65">
          <Suspense>
            <CategoryMenu onPress={onClose} />
          </Suspense>
        </div>
        <div className="mt-2 border-t border-line-strong pt-2">
          <LinkList
            label={t('Menu')}
            links={uniqueLinks([...useMainLinks(), ...useMoreLinks(), ...account])}
            small
            onPress={onClose}
          />
        </div>
        <div className="mt-2 border-t border-line-strong pt-2">
          <ThemeSwitch />
        </div>
      </DrawerBody>
    </Drawer>
  )
}

const PROFILE: ShellLink = { to: '/profile', label: t('Profile and devices') }

/** The profile drawer of narrow screens: the way in or the account, then the links of SPEC section 2. */
export function ProfileDrawer({ open, onClose }: Props) {
  const user = useSession()?.user
  return (
    <Drawer open={open} onClose={onClose} title={t('Profile')} side="right">
      <DrawerBody>
        {user === undefined ? (
          <LinkButton to="/login" variant="primary" wide className="mt-1 mb-3" onClick={onClose}>
            {t('Log in or register')}
          </LinkButton>
        ) : (
          <p className="grid pb-2 wrap-anywhere">
            {user.name === '' ? null : <span className="font-bold">{user.name}</span>}
            <span className="text-sm text-ink-2">{user.email}</span>
          </p>
        )}
        <LinkList
          label={t('Account')}
          links={user === undefined ? PROFILE_LINKS : [PROFILE, ...PROFILE_LINKS]}
          onPress={onClose}
        />
      </DrawerBody>
    </Drawer>
  )
}
