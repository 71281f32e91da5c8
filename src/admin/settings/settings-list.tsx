import { CalendarClock, History } from 'lucide-react'
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
    about: t('The stores that shoppers can go to: addresses, hours, and their places on the map.'),
    call: 'GET /stores',
  },
  {
    to: '/settings/connections',
    title: t('Payments and e-mail'),
    about: t('Payment keys, mail server, and preview links of the closed shop.'),
    call: 'GET /connections',
  },
  {
    to: '/backups',
    title: t('Backups'),
    about: t('Whether there is a good one. Back up now, check or download one, and how to go back.'),
    call: 'GET /backups',
  },
] as const

const CARD = 'block h-full rounded-md border border-line bg-card p-4 no-underline hover:border-line-strong'

/** `/admin/settings`: the screens by job, and a search over all settings. */
export function Component() {
  const { pages, items } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const others = OTHERS.filter(({ call }) => may(call))
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
          <EmptyState title={t('No setting has these words')} line={t('Try one word only.')} />
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
        <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
          {pages.map(({ name, title, about, ownersOnly }) => (
            <li key={name}>
              <Link to={name === 'home' ? '/home-page' : `/settings/${name}`} className={CARD}>
                <span className="flex flex-wrap items-center gap-2 font-bold">
                  {title}
                  {ownersOnly ? <Tag tone="plain">{t('Owners')}</Tag> : null}
                </span>
                <span className="block pt-1 text-sm text-ink-2">{about}</span>
              </Link>
            </li>
          ))}
          {others.map(({ to, title, about }) => (
            <li key={to}>
              <Link to={to} className={CARD}>
                <span className="font-bold">{title}</span>
                <span className="block pt-1 text-sm text-ink-2">{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
