import type { ReactNode } from 'react'
import { Link, type MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import { useSettings } from '#shop/settings/client.ts'
import { DEMONSTRATION_NAME, type SharedSettings } from '#shop/settings/rules.ts'
import { Fill } from '#ui/fill.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { PageHead } from '#ui/parts.tsx'
import { apiContext } from '../context.ts'
import { loadOwnerText } from '../owner-text.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/privacy-policy'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Privacy Policy'),
    description: t('What {shop} stores about you, why, for how long, and how to have it corrected or deleted.'),
  })

export function loader({ context }: Route.LoaderArgs) {
  return loadOwnerText(context.get(apiContext), 'privacy')
}

export function clientLoader() {
  return loadOwnerText(api, 'privacy')
}

const LINK = 'underline underline-offset-4'

export default function PrivacyPolicyPage({ loaderData: { title, html } }: Route.ComponentProps) {
  if (title === '' && html === '') return <StandardPolicy />
  return (
    <div className="page max-w-180 pb-8">
      <PageHead title={title || t('Privacy Policy')} />
      <Markdown html={html} />
    </div>
  )
}

function StandardPolicy() {
  const settings = useSettings()
  const isDemonstration = settings['shop.name'] === DEMONSTRATION_NAME
  const isComplete = Object.entries(settings).every(([name, value]) => !name.startsWith('privacy.') || value !== '')
  // Empty if the shop has nothing to say: its sentence is left out then.
  const fact = (name: keyof SharedSettings, placeholder: string) =>
    String(settings[name]) || (isDemonstration ? `[${placeholder}]` : '')
  const date = fact('privacy.updated', t('date'))
  const provider = fact('privacy.paymentProvider', t('name of the provider'))
  const map = fact('privacy.mapService', t('name of the map service'))
  const pictures = fact('privacy.pictureHost', t('host of the pictures'))
  const years = fact('privacy.orderYears', t('number'))
  const courier = fact('privacy.courier', t('name'))
  const mail = fact('privacy.mailService', t('name'))
  const authority = fact('privacy.authority', t('authority'))
  return (
    <div className="page max-w-180 pb-8">
      <PageHead title={t('Privacy Policy')}>
        {date && (
          <p>
            {t('Last updated: {date}.', { date })}
            {isDemonstration && !isComplete && ` ${t('Words in square brackets are for the shop’s owner to fill in.')}`}
          </p>
        )}
      </PageHead>
      <div className="grid gap-8">
        <Part title={t('Who we are')}>
          <p>
            {t(
              'This shop is run by {seller}, {address} (“we”). Our {title} is {officer}, {email}, {phone}, who answers within {days} days.',
              {
                seller: settings['shop.legalName'],
                address: settings['shop.address'],
                title: settings['grievance.title'],
                officer: settings['grievance.name'],
                email: settings['grievance.email'],
                phone: settings['grievance.phone'],
                days: settings['grievance.days'],
              },
            )}
          </p>
        </Part>
        <Part title={t('What we store')}>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{t('Your name and e-mail address, when you register.')}</li>
            <li>{t('Delivery addresses and phone numbers that you save.')}</li>
            <li>{t('Your cart, wishlist, orders, exchanges, and reviews with their photos.')}</li>
            <li>{t('Your back-in-stock alerts: for a year, or until 90 days after we’ve e-mailed you.')}</li>
            <li>{t('Messages you send us, and your newsletter address once you have confirmed it.')}</li>
          </ul>
          <p>
            {provider
              ? t(
                  'Card details never reach us. They go straight to our payment provider, {provider}, which tells us only whether the payment went through.',
                  { provider },
                )
              : t(
                  'Card details never reach us. They go straight to our payment provider, which tells us only whether the payment went through.',
                )}
          </p>
        </Part>
        <Part title={t('Why')}>
          <p>
            {t(
              'To deliver what you order, to write to you about it, to handle exchanges, and to comply with the tax and consumer laws of India. We don’t sell your data and we don’t show ads.',
            )}
          </p>
        </Part>
        <Part title={t('In your browser')}>
          <p>
            {t(
              'Your login, and what you were in the middle of, are kept in session storage until you log out or close this shop’s tabs. The only cookie we set is the one that keeps you signed in, if you ask for it; signing out deletes it.',
            )}
          </p>
          <p>{t('Local storage keeps the following, none of which leaves this device by itself:')}</p>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{t('Your choice of light or dark colours.')}</li>
            <li>
              {t('The prices at which you last saw the items in your cart, so that we can tell you when one changes.')}
            </li>
            <li>
              {t('Your recent searches and the products you last viewed. You can clear both where they are shown.')}
            </li>
            <li>{t('The PIN code you checked delivery for.')}</li>
            <li>{t('The height, weight and measurements you entered to find your size. You can clear them there.')}</li>
            <li>{t('The fact that you asked to stay signed in, if you did.')}</li>
          </ul>
          {settings['cart.guests'] && (
            <p>
              {t(
                'Until you log in, local storage also keeps your cart; we read it to show you prices and what is in stock.',
              )}
            </p>
          )}
          {settings['wishlist.guests'] && (
            <p>{t('Until you log in, local storage also keeps your wishlist; we read it to show it to you.')}</p>
          )}
          <p>
            {t(
              'So that you can browse without a connection, your browser also keeps the public pages and pictures you last visited. Your cart, wishlist, orders, addresses and payments are not kept.',
            )}
          </p>
          <p>
            {t(
              'These may be loaded from other companies, which then see your IP address. Everything else comes from us.',
            )}
          </p>
          <ul className="grid list-disc gap-2 pl-5">
            {map && <li>{t('The map on Nearby Stores, from {map}.', { map })}</li>}
            {pictures && (
              <li>{t('Pictures of products and the home page’s banner, from {pictures}.', { pictures })}</li>
            )}
            <li>{t('Our payment provider’s window, on the checkout page.')}</li>
          </ul>
        </Part>
        <Part title={t('How long')}>
          <p>
            {years
              ? t('Orders and invoices: {years} years, as tax law requires.', { years })
              : t('Orders and invoices: as long as tax law requires.')}{' '}
            {t('One-time codes: minutes. Everything else: until you ask us to remove it.')}
          </p>
        </Part>
        <Part title={t('Who else sees it')}>
          <p>
            {courier
              ? t('The courier {courier} gets your name, address and phone number.', { courier })
              : t('The courier gets your name, address and phone number.')}{' '}
            {mail
              ? t('The mail service {mail} carries our e-mails to you.', { mail })
              : t('A mail service carries our e-mails to you.')}{' '}
            {t(
              'Neither may use them for anything else. Courts and authorities get what the law requires us to give them.',
            )}
          </p>
        </Part>
        <Part title={t('Your rights')}>
          <p>
            <Fill
              text={t(
                'You can ask what we store about you and have it corrected or deleted. Write to {email} or use the {form}.',
              )}
              email={settings['shop.email']}
              form={
                <Link to="/contact-us" className={LINK}>
                  {t('contact form')}
                </Link>
              }
            />
            {authority &&
              ` ${t('If you aren’t satisfied with our reply, you can complain to {authority}.', { authority })}`}
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
