import type { ReactNode } from 'react'
import { Link, type MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import { useSettings } from '#shop/settings/queries.ts'
import type { SharedSettings } from '#shop/settings/rules.ts'
import { Markdown } from '#ui/markdown.tsx'
import { PageHead } from '#ui/parts.tsx'
import { apiContext } from '../context.ts'
import { loadOwnerText } from '../owner-text.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/privacy-policy'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Privacy Policy'),
    description: t('What {shop} keeps about you, why, for how long, and how to have it corrected or removed.'),
  })

export function loader({ context }: Route.LoaderArgs) {
  return loadOwnerText(context.get(apiContext), 'privacy')
}

export function clientLoader() {
  return loadOwnerText(api, 'privacy')
}

const LINK = 'underline underline-offset-4'

export default function PrivacyPolicyPage({ loaderData: { text } }: Route.ComponentProps) {
  if (text === '') return <StandardPolicy />
  return (
    <div className="page max-w-180 pb-8">
      <PageHead title={t('Privacy Policy')} />
      <Markdown text={text} />
    </div>
  )
}

function StandardPolicy() {
  const settings = useSettings()
  const show = (name: keyof SharedSettings, placeholder: string) => String(settings[name]) || `[${placeholder}]`
  const isComplete = Object.entries(settings).every(([name, value]) => !name.startsWith('privacy.') || value !== '')
  return (
    <div className="page max-w-180 pb-8">
      <PageHead title={t('Privacy Policy')}>
        <p>
          Last updated: {show('privacy.updated', 'date')}.
          {isComplete ? '' : t(' Words in square brackets are for the shop’s owner to fill in.')}
        </p>
      </PageHead>
      <div className="grid gap-8">
        <Part title={t('Who we are')}>
          <p>
            This shop is run by {settings['shop.legalName']}, {settings['shop.address']} (&ldquo;we&rdquo;). Our{' '}
            {settings['grievance.title']} is {settings['grievance.name']}, {settings['grievance.email']},{' '}
            {settings['grievance.phone']}, who answers within {settings['grievance.days']} days.
          </p>
        </Part>
        <Part title={t('What we keep')}>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{t('Your name and e-mail address, when you register.')}</li>
            <li>{t('Delivery addresses and phone numbers that you save.')}</li>
            <li>{t('Your cart, wishlist, orders, exchanges, and reviews with their photos.')}</li>
            <li>{t('The sizes you asked us to tell you about: for a year, or until 90 days after we did.')}</li>
            <li>{t('Messages you send us, and your newsletter address once you have confirmed it.')}</li>
          </ul>
          <p>
            Card details never reach us. They go straight to our payment provider,{' '}
            {show('privacy.paymentProvider', 'name of the provider')}, which tells us only whether the payment went
            through.
          </p>
        </Part>
        <Part title={t('Why')}>
          <p>
            {t(
              'To deliver what you order, to write to you about it, to handle exchanges, and to meet the tax and consumer laws of India. We do not sell your data and we show no advertising of others.',
            )}
          </p>
        </Part>
        <Part title={t('In your browser')}>
          <p>
            Your login is kept in session storage, with what you were in the middle of, and ends when you log out or
            close this shop&rsquo;s tabs. Local storage keeps seven things, which do not leave this device by
            themselves: your choice of light or dark; the prices at which you last saw the items in your cart, so that
            we can tell you when one changes; what you searched for and the products you looked at last, both of which
            you can clear where they are shown; the PIN code you asked about; the height, weight and measures you
            entered to find your size, which you can forget there; and what you changed without a connection, until it
            is sent, you log out, or 30 days are over. The only cookie we set is the one that keeps you signed in, if
            you ask for it; signing out deletes it.
            {settings['cart.guests'] &&
              t(
                ' Until you log in, local storage also keeps your cart; we read it to tell you prices and what is left.',
              )}
          </p>
          <p>
            {t(
              'So that you can read it without a connection, your browser also keeps the pages and pictures you visited last, and your cart and wishlist: these two encrypted under your login, and deleted when you log out. Orders, addresses and payments are not kept.',
            )}
          </p>
          <p>
            Three things may come from others, who then see your IP address: the map on Nearby Stores, from{' '}
            {show('privacy.mapService', 'name of the map service')}; pictures of products and the home page&rsquo;s
            banner, from {show('privacy.pictureHost', 'host of the pictures')}; and on the checkout page the payment
            window of our provider. Everything else comes from us.
          </p>
        </Part>
        <Part title={t('How long')}>
          <p>
            Orders and invoices: {show('privacy.orderYears', 'number')} years, as tax law asks. One-time codes: minutes.
            Everything else: until you ask us to remove it, or {show('privacy.inactiveMonths', 'number')} months after
            your last visit.
          </p>
        </Part>
        <Part title={t('Who else sees it')}>
          <p>
            The courier {show('privacy.courier', 'name')} gets your name, address and phone number. The mail service{' '}
            {show('privacy.mailService', 'name')} carries our e-mails to you. Both may use them for nothing else. Courts
            and authorities get what the law makes us give.
          </p>
        </Part>
        <Part title={t('Your rights')}>
          <p>
            You may ask what we keep about you, and have it corrected or removed. Write to {settings['shop.email']} or
            use the{' '}
            <Link to="/contact-us" className={LINK}>
              {t('contact form')}
            </Link>
            . If you are not content with our answer, you may complain to {show('privacy.authority', 'authority')}.
          </p>
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 text-ink-2">
      <h2 className="font-wide text-lg font-extrabold text-ink">{title}</h2>
      {children}
    </section>
  )
}
