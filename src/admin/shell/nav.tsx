import { ExternalLink, Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { Drawer, DrawerBody } from '#ui/drawer.tsx'
import { useBadges } from '../live.ts'
import { useStaff } from '../session.ts'
import { shopName } from '../shop-name.ts'
import { isCurrentItem, type MenuItem, menuItems, menuParts } from './menu.ts'
import { roleName } from './role-name.ts'

type SearchProps = { onSearch: () => void }

/** The menu on a wide screen. */
export function SideBar({ onSearch }: SearchProps) {
  const { name, email, role } = useStaff()
  const [work = [], upkeep = []] = menuParts()
  return (
    <div className="print:hidden sticky top-0 hidden h-dvh flex-col gap-3 overflow-y-auto border-r border-line bg-card px-3 py-4 lg:flex">
      <ShopLink />
      <button
        type="button"
        onClick={onSearch}
        className="flex min-h-9 cursor-pointer items-center gap-2 rounded-sm border border-line-strong px-2.5 text-sm text-ink-3 hover:border-ink hover:text-ink"
      >
        <Search size={16} aria-hidden="true" />
        <span className="flex-1 text-left">{t('Search')}</span>
        <kbd className="font-sans text-2xs">{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label={t('Main')} className="flex flex-1 flex-col gap-4">
        <MenuLinks items={work} />
        <div className="mt-auto border-t border-line pt-3">
          <MenuLinks items={upkeep} />
        </div>
      </nav>
      <p className="px-2.5 text-xs text-ink-3 wrap-anywhere">
        <span className="block font-bold text-ink-2">{name || email}</span>
        {roleName(role)}
      </p>
    </div>
  )
}

/** The shop's name, which opens the shop itself. */
function ShopLink() {
  return (
    <a
      href="/"
      target="_blank"
      rel="noreferrer"
      className="group flex min-w-0 items-center justify-between gap-2 rounded-sm px-2.5 py-1 no-underline hover:bg-sunk"
    >
      <span className="font-wide text-sm leading-tight font-extrabold tracking-wide uppercase wrap-anywhere">
        {shopName()}
      </span>
      <span className="sr-only">{t('View shop')}</span>
      <ExternalLink size={16} aria-hidden="true" className="shrink-0 text-ink-3 group-hover:text-ink" />
    </a>
  )
}

function MenuLinks({ items, onPress }: { items: readonly MenuItem[]; onPress?: (() => void) | undefined }) {
  return (
    <ul className="grid gap-px">
      {items.map((item) => (
        <li key={item.to}>
          <WideLink item={item} onPress={onPress} />
        </li>
      ))}
    </ul>
  )
}

function WideLink({ item, onPress }: { item: MenuItem; onPress?: (() => void) | undefined }) {
  const { to, label, icon: Icon, isBelow } = item
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      aria-current={isCurrentItem(item, pathname) ? 'page' : undefined}
      onClick={onPress}
      className={`flex min-h-11 items-center gap-2.5 rounded-sm pr-2 text-ink-2 no-underline hover:bg-sunk hover:text-ink aria-[current=page]:bg-(--here) aria-[current=page]:font-bold aria-[current=page]:text-ink lg:min-h-9 lg:text-sm ${isBelow ? 'pl-9.5' : 'pl-2.5'}`}
    >
      {isBelow ? null : <Icon size={18} aria-hidden="true" />}
      <span className="min-w-0 flex-1">{label}</span>
      <Badge item={item} />
    </Link>
  )
}

/** The count of a word of the menu, read with it. */
function Badge({ item: { badge = '' }, className = '' }: { item: MenuItem; className?: string }) {
  const count = useBadges()[badge] ?? 0
  if (count === 0) return null
  return (
    <span
      className={`min-w-6 rounded-pill bg-signal px-1.5 text-center text-2xs/5 font-bold text-on-signal tabular-nums ${className}`}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {t('waiting')}</span>
    </span>
  )
}

/** The head of a narrow screen. */
export function TopBar({ onSearch }: SearchProps) {
  return (
    <header className="print:hidden sticky top-0 z-40 flex min-h-14 items-center gap-2 border-b border-line bg-paper pr-1 pl-4 lg:hidden">
      <p className="min-w-0 flex-1 truncate font-wide text-sm font-extrabold tracking-wide uppercase">{shopName()}</p>
      <IconButton label={t('Search')} onClick={onSearch}>
        <Search size={22} aria-hidden="true" />
      </IconButton>
    </header>
  )
}

/** The day's words at a thumb's reach, and the rest behind Menu. */
export function BottomBar() {
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  const items = menuItems()
  const daily = items.filter(({ isDaily }) => isDaily).slice(0, 4)
  const hasMore = items.length > daily.length
  return (
    <nav
      aria-label={t('Main')}
      className="print:hidden fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {daily.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={isCurrentItem(item, pathname) ? 'page' : undefined}
          className="relative grid min-h-15 min-w-0 flex-1 content-center justify-items-center gap-0.5 border-t-3 border-transparent px-0.5 text-2xs text-ink-2 aria-[current=page]:border-signal aria-[current=page]:font-bold aria-[current=page]:text-ink"
        >
          <item.icon size={21} aria-hidden="true" />
          <span className="max-w-full truncate">{item.label}</span>
          <Badge item={item} className="absolute top-1 left-1/2 ml-1.5" />
        </Link>
      ))}
      {hasMore ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="grid min-h-15 min-w-0 flex-1 cursor-pointer content-center justify-items-center gap-0.5 border-t-3 border-transparent px-0.5 text-2xs text-ink-2"
        >
          <Menu size={21} aria-hidden="true" />
          {t('Menu')}
        </button>
      ) : null}
      <Drawer open={isOpen} onClose={() => setIsOpen(false)} title={t('Menu')} side="right">
        <DrawerBody>
          <MenuLinks items={items} onPress={() => setIsOpen(false)} />
        </DrawerBody>
      </Drawer>
    </nav>
  )
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
