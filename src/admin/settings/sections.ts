import { t } from '#platform/text/t.ts'
import type { SettingName } from '#shop/settings/rules.ts'

/** The heading above a setting, if its screen is about several things: it stands above all that follow until the next. */
const HEADINGS: Readonly<Record<string, string>> = {
  'shop.name': t('Business'),
  'shop.email': t('Contact details'),
  'shop.tagline': t('Taglines'),
  'instagram.handle': t('Instagram'),
  'brand.mark': t('Logo and colours'),
  'listing.colors': t('Names of colours'),
  announcement: t('Header'),
  'services.designs': t('Footer'),
  'listing.texts': t('Lists and search'),
  'hindi.on': t('Hindi'),
  'page.about': t('Pages'),
  'privacy.updated': t('Facts in the privacy policy'),
  'order.minimum': t('Orders'),
  'cart.guests': t('Cart, wishlist and lists'),
  'checkout.note': t('Checkout'),
  'reviews.ask': t('After the order'),
  'exchange.days': t('Exchanges'),
  'credit.days': t('Store credit and stock'),
  'cash.on': t('Availability'),
  'cash.fee': t('Fee and confirmation'),
  'cash.openOrders': t('Limits'),
  'cash.discountOnline': t('Online payments'),
  'order.delivery': t('Fees'),
  'shipping.packDays': t('Delivery time'),
  'shipping.zones': t('Places'),
  'shipping.pickupPlace': t('Parcels and carriers'),
  'shop.gstin': t('Registration'),
  'tax.pricesInclude': t('Rates'),
  'invoice.prefix': t('Document numbers'),
  'owner.email': t('E-mails to you'),
  'mail.strangersPerDay': t('E-mails to customers'),
} satisfies Partial<Record<SettingName, string>>

interface Section<S> {
  /** Null if the screen is about one thing. */
  heading: string | null
  settings: S[]
}

/** The settings of a screen below their headings, in their order. */
export function inSections<S extends { name: string }>(settings: readonly S[]): Section<S>[] {
  const sections: Section<S>[] = []
  for (const setting of settings) {
    const heading = HEADINGS[setting.name] ?? null
    const last = sections.at(-1)
    if (last === undefined || heading !== null) sections.push({ heading, settings: [setting] })
    else last.settings.push(setting)
  }
  return sections
}
