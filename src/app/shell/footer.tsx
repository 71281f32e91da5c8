import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { language, t } from '#platform/text/t.ts'
import { useSettings } from '#shop/settings/client.ts'
import { BrandWord, InstagramIcon } from '#ui/brand.tsx'
import { ABOUT_LINKS, type ShellLink, useMoreLinks } from './links.ts'
import { Newsletter } from './newsletter.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const POLICY_LINKS: ShellLink[] = [
  { to: '/policies/terms', label: t('Terms of Sale') },
  { to: '/policies/shipping', label: t('Shipping Policy') },
  { to: '/policies/exchanges', label: t('Exchange Policy') },
]

const LINE = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline'

/** The footer of every page: contact, newsletter, links, policy and the seller's legal details. */
export function Footer() {
  const settings = useSettings()
  const links = [...ABOUT_LINKS, ...useMoreLinks(), ...POLICY_LINKS]
  return (
    <footer className="inverse print:hidden">
      <div className="page grid gap-10 pt-12 pb-8 sm:grid-cols-2 lg:grid-cols-[1.2fr_1.4fr_1fr_.8fr]">
        <div className="grid content-start gap-3">
          <BrandWord name={settings['shop.name']} mark={settings.brand.mark} />
          <p className="max-w-72 text-sm text-balance opacity-80">{settings['shop.tagline']}</p>
        </div>
        <Newsletter />
        <Contact />
        <nav aria-label={t('Footer')} className="grid content-start justify-items-start text-sm">
          <Heading>{t('The shop')}</Heading>
          {links.map((link) => (
            <Link key={link.to} to={link.to} reloadDocument={link.reload ?? false} className={LINE}>
              {link.label}
            </Link>
          ))}
          {settings['instagram.url'] === '' ? null : (
            <a href={settings['instagram.url']} target="_blank" rel="noopener noreferrer" className={LINE}>
              <InstagramIcon className="size-4" /> Instagram
            </a>
          )}
        </nav>
      </div>
      <LegalNotice />
    </footer>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <p className="mb-1 font-bold">{children}</p>
}

function Contact() {
  const settings = useSettings()
  return (
    <address className="grid content-start justify-items-start text-sm not-italic">
      <Heading>{t('Contact')}</Heading>
      <a href={`mailto:${settings['shop.email']}`} className={LINE}>
        {settings['shop.email']}
      </a>
      <a href={`tel:${settings['shop.phone'].replaceAll(' ', '')}`} className={LINE}>
        {settings['shop.phone']}
      </a>
      <p className="pt-2 opacity-80">{settings['shop.hours']}</p>
      <p className="pt-2 opacity-80">{settings['shop.address']}</p>
    </address>
  )
}

/** Consumer Protection (E-Commerce) Rules 2020: seller, grievance officer, country of origin, charges beyond the price. */
function LegalNotice() {
  const settings = useSettings()
  const [before, after] = settings.notes.seller.split('{email}')
  return (
    <div className="border-t border-line">
      <div className="page grid gap-4 py-6 text-xs">
        <div className="grid max-w-200 gap-2 opacity-80">
          <p>{settings.notes.policy}</p>
          <p>
            {before}
            <a href={`mailto:${settings['grievance.email']}`} className="underline underline-offset-2">
              {settings['grievance.email']}
            </a>
            {after}
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p className="opacity-80">{[settings['shop.name'], settings['shop.city']].filter(Boolean).join(', ')}</p>
          <div className="flex flex-wrap items-center gap-x-6">
            {settings['hindi.on'] ? <LanguageLink /> : null}
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </div>
  )
}

/** This page in the other language. Each language has its own build, so this loads a new document. */
function LanguageLink() {
  const { pathname, search } = useLocation()
  const isHindi = language() === 'hi'
  // One slash: `//host` would be a URL of another host.
  const path = pathname.replace(/^\/+/, '/')
  return (
    <a
      href={`${isHindi ? '' : '/hi'}${path}${search}`}
      hrefLang={isHindi ? 'en' : 'hi'}
      lang={isHindi ? 'en' : 'hi'}
      className={LINE}
    >
      {isHindi ? 'English' : 'हिन्दी'}
    </a>
  )
}
