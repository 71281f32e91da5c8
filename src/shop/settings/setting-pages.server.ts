import type { SettingName } from './rules.ts'

/** How a setting is typed on the screens of the staff site, where its schema alone doesn't say it. */
type Kind =
  | 'text'
  | 'lines'
  | 'choice'
  | 'markdown'
  | 'rupees'
  | 'percent'
  | 'hour'
  | 'phone'
  | 'email'
  | 'weekdays'
  | 'days'
  | 'sites'
  | 'parcel'
  | 'zones'
  | 'tax-table'
  | 'colour'
  | 'logo'
  | 'own-colours'
  | 'listing-texts'
  | 'links'
  | 'sections'

interface ShownSetting {
  label: string
  kind?: Kind
  /** The page of the shop on which this one shows, if it's another than the screen's. */
  shownAt?: string
  /** As `ownersOnly` of a screen, for one setting. */
  ownersOnly?: true
  /** The owner of a new shop decides on it, even if what it is already stays. */
  isAsked?: true
}

/** A screen of settings: what one job of the owner needs. */
interface SettingPage {
  title: string
  /** What the job is, in a sentence. */
  about: string
  /**
   * True if only an owner may change what is here, with a second factor of the last ten minutes (CONTRACT part three, Staff
   * site): money, and where the shop's data goes.
   */
  ownersOnly?: true
  /** The page of the shop on which a change shows. */
  shownAt?: string
  settings: Readonly<Partial<Record<SettingName, ShownSetting>>>
}

const named = (label: string, kind?: Kind, shownAt?: string): ShownSetting => ({
  label,
  ...(kind === undefined ? {} : { kind }),
  ...(shownAt === undefined ? {} : { shownAt }),
})

/** As `named`, and the owner of a new shop is asked about it. */
const asked = (...given: Parameters<typeof named>) => ({ ...named(...given), isAsked: true }) as const

/** Every setting by the job that it belongs to, in the order of the screens. */
export const SETTING_PAGES = {
  shop: {
    title: 'Name and address',
    about: 'Your details on pages, e-mails and invoices.',
    shownAt: '/about-us',
    settings: {
      'shop.name': named('Name of the shop'),
      'shop.legalName': named('Legal name of the seller'),
      'shop.address': named('Postal address', 'lines'),
      'shop.city': named('City'),
      'shop.email': named('E-mail address for customers', 'email'),
      'shop.phone': named('Phone number', 'phone'),
      'shop.hours': named('When the phone is answered'),
      'shop.tagline': named('Line below the name'),
      'shop.motto': named('Line in the signature of mails'),
      'shop.description': named('Description for search engines', 'lines'),
      'instagram.handle': named('Instagram account'),
      'instagram.url': named('Link to the Instagram account'),
    },
  },
  opening: {
    title: 'Shop status',
    about: 'Open or close the shop to visitors.',
    shownAt: '/',
    settings: { 'shop.open': named('The shop is open') },
  },
  brand: {
    title: 'Brand',
    about: 'Logo, colours and colour names.',
    shownAt: '/categories',
    settings: {
      'brand.mark': named('Logo', 'logo'),
      'brand.signal': named('Colour of buttons', 'colour'),
      'brand.accent': named('Colour of links', 'colour'),
      'listing.colors': named('Your own colour names', 'own-colours'),
    },
  },
  words: {
    title: 'Texts',
    about: 'Announcement, header, lists and Hindi.',
    shownAt: '/',
    settings: {
      announcement: named('Strip above every page'),
      'header.links': named('Links of the header', 'links'),
      'services.designs': named('Below “Trendy Designs”'),
      'services.quality': named('Below “Premium Quality”'),
      'services.returns': named('Below “Hassle-Free Returns”'),
      'listing.texts': named('Texts above lists', 'listing-texts'),
      'search.words': named('Shoppers’ words for the search', 'lines'),
      'hindi.on': named('The shop in Hindi too'),
      'hindi.words': named('Your own texts in Hindi', 'lines'),
    },
  },
  home: {
    title: 'Home page',
    about: 'Arrange the sections of the home page.',
    shownAt: '/',
    settings: { 'home.sections': named('Sections of the home page', 'sections') },
  },
  policies: {
    title: 'Policies and About',
    about: 'Standard texts with your details, or your own.',
    shownAt: '/policies/terms',
    settings: {
      'page.about': named('About us', 'markdown', '/about-us'),
      'page.terms': asked('Terms of use', 'markdown', '/policies/terms'),
      'page.shipping': asked('Shipping policy', 'markdown', '/policies/shipping'),
      'page.exchanges': asked('Exchange policy', 'markdown', '/policies/exchanges'),
      'page.privacy': asked('Privacy policy', 'markdown', '/policies/privacy'),
      'privacy.updated': named('Privacy policy: last changed', 'text', '/policies/privacy'),
      'privacy.paymentProvider': named('Privacy policy: who processes payments', 'text', '/policies/privacy'),
      'privacy.mapService': named('Privacy policy: whose map is shown', 'text', '/policies/privacy'),
      'privacy.pictureHost': named('Privacy policy: who stores the pictures', 'text', '/policies/privacy'),
      'privacy.orderYears': named('Privacy policy: how many years orders are kept', 'text', '/policies/privacy'),
      'privacy.courier': named('Privacy policy: who delivers the parcels', 'text', '/policies/privacy'),
      'privacy.mailService': named('Privacy policy: who sends the mails', 'text', '/policies/privacy'),
      'privacy.authority': named('Privacy policy: authority for complaints about data', 'text', '/policies/privacy'),
    },
  },
  complaints: {
    title: 'Grievance officer',
    about: 'The person the law requires for complaints.',
    shownAt: '/contact-us',
    settings: {
      'grievance.name': asked('Name'),
      'grievance.title': named('Title'),
      'grievance.email': named('E-mail address', 'email'),
      'grievance.phone': named('Phone number', 'phone'),
      'grievance.days': named('Days until a complaint is answered'),
    },
  },
  orders: {
    title: 'Orders and exchanges',
    about: 'Order numbers, checkout and exchanges.',
    shownAt: '/policies/exchanges',
    settings: {
      'order.minimum': named('Minimum order', 'rupees'),
      'order.prefix': named('Order number prefix'),
      'cart.guests': named('Visitors can add to the cart before they log in'),
      'wishlist.guests': named('Visitors can use the wishlist before they log in'),
      'wishlist.share': named('Customers can share their wishlist by a link'),
      'listing.sorts': named('Sort by newest, popular and best rated, too'),
      'listing.mySize': named('One tick for what is sold in the shopper’s size'),
      'checkout.note': named('A note for the courier and a second phone'),
      'checkout.gstin': named('GSTIN of business buyers'),
      'reviews.ask': named('Ask for reviews ten days after delivery'),
      'order.trackLinks': named('Track an order from its mail without a login'),
      'exchange.days': named('Days to exchange'),
      'exchange.fee': named('Fee from an order’s second exchange on', 'rupees'),
      'exchange.otherProducts': named('Exchange for any product, with the difference'),
      'exchange.photos': named('Photos with an exchange'),
      'credit.days': named('Days that store credit lasts'),
      'stock.lowLevel': named('Low stock from'),
    },
  },
  payments: {
    title: 'Payments',
    about: 'Cash on delivery, its fee and its limits.',
    settings: {
      'cash.on': named('Cash on delivery'),
      'cash.from': named('In cash from', 'rupees'),
      'cash.to': named('In cash up to', 'rupees'),
      'cash.fee': named('Fee for paying in cash', 'rupees'),
      'cash.confirm': named('Confirmed before it’s packed'),
      'cash.confirmHours': named('Hours to confirm'),
      'cash.openOrders': named('Unpaid cash orders at a time'),
      'cash.afterReturns': named('Online after so many refused parcels'),
      'cash.discountOnline': named('Off for paying online', 'percent'),
    },
  },
  delivery: {
    title: 'Delivery',
    about: 'Fees, delivery times and places.',
    shownAt: '/policies/shipping',
    settings: {
      'order.delivery': asked('Delivery fee', 'rupees'),
      'delivery.freeFrom': named('Free delivery from', 'rupees'),
      'shipping.usa': named('Deliver to the USA'),
      'shipping.usaSurcharge': named('Extra fee for delivery to the USA', 'rupees'),
      'shipping.packDays': named('Working days until a parcel leaves'),
      'shipping.deliverDays': named('Working days on the way'),
      'shipping.cutoffHour': named('Last hour of a day’s orders', 'hour'),
      'shipping.workingDays': named('Working days', 'weekdays'),
      'shipping.holidays': named('Holidays', 'days'),
      'shipping.zones': named('Places with other days, fees or no delivery', 'zones'),
      'shipping.pickupPlace': named('Delhivery’s name for your pick-up place'),
      'shipping.parcel': named('A typical parcel', 'parcel'),
      'shipping.trackingSites': named('Sites for tracking pages', 'sites'),
    },
  },
  tax: {
    title: 'GST and invoices',
    about: 'GSTIN, rates and document numbers.',
    ownersOnly: true,
    shownAt: '/policies/terms',
    settings: {
      'shop.gstin': named('GSTIN'),
      'shop.state': named('State that GST is charged from', 'choice'),
      'tax.pricesInclude': asked('Prices include GST'),
      'order.taxPercent': named('GST', 'percent'),
      'tax.table': named('GST by HSN code and price', 'tax-table'),
      'tax.hsn': asked('HSN code of products without their own'),
      'invoice.prefix': named('Invoice prefix'),
      'invoice.creditPrefix': named('Credit note prefix'),
      'invoice.debitPrefix': named('Debit note prefix'),
    },
  },
  mail: {
    title: 'Notifications',
    about: 'E-mails to you and to customers.',
    settings: {
      'owner.email': { ...asked('Your e-mail address', 'email'), ownersOnly: true },
      'owner.mails': named('Each event, or one mail a day'),
      'owner.digestHour': named('Hour of the daily mail', 'hour'),
      'mail.strangersPerDay': named('Mails a day to people without an account'),
    },
  },
  backups: {
    title: 'Backup settings',
    about: 'How often, and where to.',
    ownersOnly: true,
    settings: {
      'backup.every': named('Hours between backups'),
      'backup.to': asked('Where backups go'),
      'backup.keep': named('How many are kept'),
      'backup.key': named('Public key that encrypts them'),
    },
  },
} as const satisfies Readonly<Record<string, SettingPage>>

export type SettingPageName = keyof typeof SETTING_PAGES

/** A setting as its screen shows it. */
export interface PlacedSetting extends ShownSetting {
  page: SettingPageName
  name: SettingName
}

// Safe cast: the keys of the table.
const PAGES = Object.entries(SETTING_PAGES) as [SettingPageName, SettingPage][]

/** The settings in the order of their screens. */
export const PLACED_SETTINGS: readonly PlacedSetting[] = PAGES.flatMap(([page, { settings }]) =>
  // Safe cast: the keys of each table are names of settings.
  (Object.entries(settings) as [SettingName, ShownSetting][]).map(([name, shown]) => ({ page, name, ...shown })),
)

const OWNERS_ONLY = new Set(
  PLACED_SETTINGS.filter(({ page, ownersOnly }) => ownersOnly ?? (SETTING_PAGES[page] as SettingPage).ownersOnly).map(
    ({ name }) => name,
  ),
)

/** True if only an owner may change it, with a recent second factor. */
export function isOwnersOnly(name: SettingName): boolean {
  return OWNERS_ONLY.has(name)
}

/** What a setting is called on the screens. */
export function labelOf(name: SettingName): string {
  return PLACED_SETTINGS.find((one) => one.name === name)?.label ?? name
}
