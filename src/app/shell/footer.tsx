import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#platform/text/t.ts'
import { useSettings } from '#shop/settings/client.ts'
import { BrandWord, InstagramIcon } from '#ui/brand.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { LanguageLink } from './language-link.tsx'
import { ABOUT_LINKS, type ShellLink, useMoreLinks } from './links.ts'
import { Newsletter } from './newsletter.tsx'

const POLICY_LINKS: ShellLink[] = [
  { to: '/policies/terms', label: t('Terms of Sale') },
  { to: '/policies/shipping', label: t('Shipping Policy') },
  { to: '/policies/exchanges', label: t('Exchange Policy') },
]

const LINE = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline'

/**
 * The footer of every page: contact, newsletter, links, policy and the seller's legal details. On narrow screens its parts
 * are folded, and during checkout only the legal details are there.
 */
export function Footer() {
  const isCheckout = useLocation().pathname === '/cart-checkout-form'
  const settings = useSettings()
  const links = [...ABOUT_LINKS, ...useMoreLinks(), ...POLICY_LINKS]
  return (
    <footer className="inverse print:hidden">
      <div
        className={`page grid pt-8 pb-4 md:grid-cols-2 md:gap-10 md:pt-12 md:pb-8 lg:grid-cols-[1.2fr_1.4fr_1fr_.8fr] ${isCheckout ? 'max-md:hidden' : ''}`}
      >
        <div className="grid content-start gap-3 max-md:pb-5">
          <BrandWord name={settings['shop.name']} mark={settings.brand.mark} />
          {settings['shop.tagline'] === '' ? null : (
            <p className="max-w-72 text-sm text-balance opacity-80">{settings['shop.tagline']}</p>
          )}
        </div>
        <Fold title={t('Newsletter')}>
          <Newsletter />
        </Fold>
        <Fold title={t('Contact')}>
          <Contact />
        </Fold>
        <Fold title={t('The shop')}>
          <nav aria-label={t('Footer')} className="grid content-start justify-items-start text-sm">
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
        </Fold>
      </div>
      <LegalNotice />
    </footer>
  )
}

/** A part of the footer, closed on narrow screens until its title is pressed (`.fold`, parts.css). */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="fold group border-line max-md:border-t max-md:open:pb-5">
      <summary className="min-h-13 cursor-pointer items-center justify-between text-sm font-bold">
        {title}
        <ChevronDownIcon size={18} className="group-open:rotate-180" />
      </summary>
      <p className="fold-title mb-1 text-sm font-bold">{title}</p>
      {children}
    </details>
  )
}

function Contact() {
  const settings = useSettings()
  return (
    <address className="grid content-start justify-items-start text-sm not-italic">
      <a href={`mailto:${settings['shop.email']}`} className={LINE}>
        {settings['shop.email']}
      </a>
      <a href={`tel:${settings['shop.phone'].replaceAll(' ', '')}`} className={LINE}>
        {settings['shop.phone']}
      </a>
      {settings['shop.hours'] === '' ? null : <p className="pt-2 opacity-80">{settings['shop.hours']}</p>}
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
      <div className="page grid grid-cols-1 gap-4 py-6 text-xs">
        <div className="grid max-w-200 gap-2 opacity-80 wrap-anywhere">
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
            <LanguageLink className={LINE} />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </div>
  )
}
