import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shopFacts } from '#shop/contact/ui/shop-facts.ts'
import { BrandWord, InstagramIcon } from '#ui/brand.tsx'
import { MORE_LINKS, type ShellLink } from './links.ts'
import { Newsletter } from './newsletter.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const LINKS: ShellLink[] = [
  { to: '/about-us', label: 'About Us' },
  { to: '/contact-us', label: 'Contact Us' },
  ...MORE_LINKS,
]

const LINE = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline'

/** The footer of every page: contact, newsletter, links, policy and the seller's legal details. */
export function Footer() {
  return (
    <footer className="board no-print">
      <div className="page grid gap-10 pt-12 pb-8 sm:grid-cols-2 lg:grid-cols-[1.2fr_1.4fr_1fr_.8fr]">
        <div className="grid content-start gap-3">
          <BrandWord />
          <p className="max-w-72 text-sm text-balance opacity-80">Thoda khisko. Room for one more, sizes S to XXXL.</p>
        </div>
        <Newsletter />
        <Contact />
        <nav aria-label="Footer" className="grid content-start justify-items-start text-sm">
          <Heading>The shop</Heading>
          {LINKS.map((link) => (
            <Link key={link.to} to={link.to} reloadDocument={link.reload ?? false} className={LINE}>
              {link.label}
            </Link>
          ))}
          <a href={shopFacts.instagram.url} target="_blank" rel="noopener noreferrer" className={LINE}>
            <InstagramIcon className="size-4" /> Instagram
          </a>
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
  return (
    <address className="grid content-start justify-items-start text-sm not-italic">
      <Heading>Contact</Heading>
      <a href={`mailto:${shopFacts.email}`} className={LINE}>
        {shopFacts.email}
      </a>
      <a href={`tel:${shopFacts.phone.replaceAll(' ', '')}`} className={LINE}>
        {shopFacts.phone}
      </a>
      <p className="pt-2 opacity-80">{shopFacts.hours}</p>
      <p className="pt-2 opacity-80">{shopFacts.address}</p>
    </address>
  )
}

/** Consumer Protection (E-Commerce) Rules 2020: seller, grievance officer, country of origin, charges beyond the price. */
function LegalNotice() {
  return (
    <div className="border-t border-line">
      <div className="page grid gap-4 py-6 text-xs">
        <div className="grid max-w-200 gap-2 opacity-80">
          <p>
            Our policy: exchanges within 7 days of delivery with tags intact, picked up from you. No returns for a
            refund. Prices leave out 5% GST and Service Tax and the flat Rs. 40 delivery; both are shown before you pay.
          </p>
          <p>
            Sold by {shopFacts.seller}, {shopFacts.address}. {shopFacts.grievance.title}: {shopFacts.grievance.name},{' '}
            <a href={`mailto:${shopFacts.grievance.email}`} className="underline underline-offset-2">
              {shopFacts.grievance.email}
            </a>
            . Country of origin: India, unless a product says otherwise.
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p className="opacity-80">Fourth Seat, Mumbai</p>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  )
}
