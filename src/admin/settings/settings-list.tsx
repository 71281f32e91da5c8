import {
  Archive,
  ArrowLeftRight,
  Banknote,
  Bell,
  CalendarClock,
  CreditCard,
  DoorOpen,
  History,
  LayoutTemplate,
  type LucideIcon,
  MapPin,
  Megaphone,
  PackageCheck,
  Palette,
  ReceiptIndianRupee,
  Scale,
  ScrollText,
  Settings,
  Store,
  Truck,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { PageHead } from '../parts/page-head.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { may } from '../session.ts'

export const loader = () => load('GET /settings')

/** Screens beside those of settings. */
const OTHERS = [
  {
    to: '/stores',
    title: t('Stores'),
    about: t('Addresses, opening hours and map.'),
    call: 'GET /stores',
  },
  {
    to: '/settings/connections',
    title: t('Payment provider and e-mail'),
    about: t('Payment keys, mail server and preview links.'),
    call: 'GET /connections',
  },
  {
    to: '/settings/carriers',
    title: t('Carriers'),
    about: t('Connect Delhivery and Shiprocket.'),
    call: 'GET /connections',
  },
  {
    to: '/backups',
    title: t('Backups'),
    about: t('Back up, check, download and restore.'),
    call: 'GET /backups',
  },
] as const

const GROUPS: readonly { title: string; places: readonly string[] }[] = [
  { title: t('Shop'), places: ['/settings/shop', '/settings/opening', '/settings/brand', '/stores'] },
  {
    title: t('Selling'),
    places: ['/settings/connections', '/settings/payments', '/settings/tax', '/settings/orders'],
  },
  { title: t('Shipping'), places: ['/settings/delivery', '/settings/carriers'] },
  { title: t('Content'), places: ['/home-page', '/settings/words', '/settings/policies', '/settings/complaints'] },
  { title: t('System'), places: ['/settings/mail', '/backups', '/settings/backups'] },
]

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '/settings/shop': Store,
  '/settings/opening': DoorOpen,
  '/settings/brand': Palette,
  '/stores': MapPin,
  '/settings/connections': CreditCard,
  '/settings/payments': Banknote,
  '/settings/delivery': Truck,
  '/settings/carriers': PackageCheck,
  '/settings/tax': ReceiptIndianRupee,
  '/settings/orders': ArrowLeftRight,
  '/home-page': LayoutTemplate,
  '/settings/words': Megaphone,
  '/settings/policies': ScrollText,
  '/settings/complaints': Scale,
  '/settings/mail': Bell,
  '/backups': Archive,
  '/settings/backups': CalendarClock,
}

const CARD = 'block rounded-md border border-line bg-card p-4 no-underline hover:border-line-strong'

/** `/admin/settings`: the screens by job, and a search over all settings. */
export function Component() {
  const { pages, items } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const others = OTHERS.filter(({ call }) => may(call))
  const entries: readonly Entry[] = [
    ...pages.map(({ name, ...page }) => ({ ...page, to: name === 'home' ? '/home-page' : `/settings/${name}` })),
    ...others,
  ]
  const found = [
    ...others
      .filter(({ title, about }) => fits(`${title} ${about}`))
      .map(({ to, title, about }) => ({ to, label: title, help: about })),
    ...items
      .filter(({ name, label, help }) => fits(`${name} ${label} ${help}`))
      .map(({ name, label, help, page }) => ({
        to: page === 'home' ? '/home-page' : `/settings/${page}#${name}`,
        label,
        help,
      })),
  ]
  return (
    <div className="page">
      <PageHead title={t('Settings')}>
        <p className="flex flex-wrap gap-x-6">
          <Link to="/products/timeline" className="inline-flex min-h-11 items-center gap-2 text-sm">
            <CalendarClock size={18} aria-hidden="true" />
            {t('Scheduled changes')}
          </Link>
          <Link to="/settings/history" className="inline-flex min-h-11 items-center gap-2 text-sm">
            <History size={18} aria-hidden="true" />
            {t('History')}
          </Link>
        </p>
      </PageHead>
      <div className="pb-4">
        <SearchField
          label={t('Search the settings')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t('Delivery, GSTIN, colour…')}
        />
      </div>
      <p role="status" className="sr-only">
        {words.length > 0 ? t('{count} settings found', { count: found.length }) : ''}
      </p>
      {words.length > 0 ? (
        found.length === 0 ? (
          <EmptyState title={t('No settings found')} line={t('Try a single word.')} />
        ) : (
          <ul className="grid max-w-240 gap-2">
            {found.map(({ to, label, help }) => (
              <li key={to}>
                <Link to={to} className={CARD}>
                  <span className="font-bold">{label}</span>
                  <span className="block text-sm text-ink-2">{help}</span>
                </Link>
              </li>
            ))}
          </ul>
        )
      ) : (
        <div className="grid gap-6">
          {groupsOf(entries).map(({ title, entries }) => (
            <section key={title} aria-label={title}>
              <h2 className="pb-2 text-sm font-bold text-ink-2">{title}</h2>
              <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line md:grid-cols-2">
                {entries.map((entry) => (
                  <li key={entry.to} className="bg-card">
                    <EntryLink {...entry} />
                  </li>
                ))}
                {entries.length % 2 === 1 ? <li aria-hidden="true" className="bg-card max-md:hidden" /> : null}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

interface Entry {
  to: string
  title: string
  about: string
  ownersOnly?: boolean
}

function EntryLink({ to, title, about, ownersOnly = false }: Entry) {
  const Icon = ICONS[to] ?? Settings
  return (
    <Link to={to} className="flex h-full min-h-16 items-center gap-4 px-4 py-3 no-underline hover:bg-sunk">
      <Icon size={22} aria-hidden="true" className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 font-bold">
          {title}
          {ownersOnly ? <Tag tone="plain">{t('Owners')}</Tag> : null}
        </span>
        <span className="block text-sm text-ink-2">{about}</span>
      </span>
    </Link>
  )
}

/** The entries by what they're about, in the order of the groups. What has none is of the system. */
function groupsOf(entries: readonly Entry[]) {
  const isIn = (group: (typeof GROUPS)[number], { to }: Entry) => group.places.includes(to)
  const isNamed = (entry: Entry) => GROUPS.some((group) => isIn(group, entry))
  return GROUPS.map((group, at) => ({
    title: group.title,
    entries: entries
      .filter((entry) => isIn(group, entry) || (at === GROUPS.length - 1 && !isNamed(entry)))
      .sort((one, other) => placeIn(group.places, one) - placeIn(group.places, other)),
  })).filter(({ entries }) => entries.length > 0)
}

const placeIn = (places: readonly string[], { to }: Entry) => {
  const at = places.indexOf(to)
  return at === -1 ? places.length : at
}
