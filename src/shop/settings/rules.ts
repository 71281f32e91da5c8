import { t } from '#platform/text/t.ts'
import type { ListingText, Parcel, TaxRate, Zone } from './contract.ts'
import type { HomeSection } from './section-contract.ts'
import { DEFAULT_SECTIONS } from './section-rules.ts'

/** A path of this shop: never another host, a script or a control character. */
export const SHOP_PATH = /^\/(?![/\\])[\x21-\x7e]*$/

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]
/**
 * Who the shop is and what it charges, as the owner sets it. The defaults are the demonstration's, with the figures of SPEC 9.
 * Money is in rupees.
 */
export const DEFAULT_SETTINGS = {
  /** While false, visitors read "Opening soon", and nothing can be ordered. */
  'shop.open': true as boolean,
  'shop.name': 'Fourth Seat' as string,
  /** In the footer. */
  'shop.tagline': t('Thoda khisko. Room for one more, sizes S to XXXL.') as string,
  /** Below the name that e-mails are signed with. */
  'shop.motto': t('Room for one more.') as string,
  /** What search engines show of the home page. */
  'shop.description': t(
    'Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.',
  ) as string,
  /** Who sells, in law. */
  'shop.legalName': 'Fourth Seat Clothing (a demonstration shop)' as string,
  /** Empty: not registered. */
  'shop.gstin': '' as string,
  'shop.address': '4 Platform Road, Bandra West, Mumbai 400050, Maharashtra, India' as string,
  'shop.city': 'Mumbai' as string,
  /** Name or code of GST; where a GSTIN is set, its first two digits count. */
  'shop.state': 'Maharashtra' as string,
  'shop.email': 'hello@fourthseat.example' as string,
  'shop.phone': '+91 22 0000 0044' as string,
  'shop.hours': t('Monday to Saturday, 10 am to 7 pm') as string,
  /** Who answers complaints: Consumer Protection (E-Commerce) Rules, 2020, rule 4(5). */
  'grievance.name': 'A. Kamble' as string,
  'grievance.title': t('Grievance Officer') as string,
  'grievance.email': 'grievance@fourthseat.example' as string,
  'grievance.phone': '+91 22 0000 0045' as string,
  /** Within how many days a complaint is answered; the law allows a month. */
  'grievance.days': 15 as number,
  /** The privacy page's own facts. For an empty one it shows words in square brackets (SPEC 1). */
  'privacy.updated': '' as string,
  'privacy.paymentProvider': 'Razorpay' as string,
  'privacy.mapService': '' as string,
  'privacy.pictureHost': '' as string,
  'privacy.orderYears': '' as string,
  'privacy.inactiveMonths': '' as string,
  'privacy.courier': '' as string,
  'privacy.mailService': '' as string,
  'privacy.authority': '' as string,
  /** Empty: the home page has no Instagram block. */
  'instagram.handle': '@fourthseat.example' as string,
  'instagram.url': 'https://www.instagram.com/fourthseat.example/' as string,
  /** The strip above every page; empty: none. */
  announcement: t('7-day easy exchange · Flat ₹40 delivery') as string,
  /** Below "Trendy Designs" and "Premium Quality" above the footer. */
  'services.designs': t('Small drops, cut for the city we ride in.') as string,
  'services.quality': t('Heavy cotton, honest linen, weights on every label.') as string,
  'order.delivery': 40 as number,
  /** The least sum of goods that can be ordered. */
  'order.minimum': 0 as number,
  'order.taxPercent': 5 as number,
  /** Visitors fill a cart before they log in; it is stored on their device and merged at sign-in (decision 018). */
  'cart.guests': false as boolean,
  /** The prefix of every order number, of older orders too. */
  'order.prefix': 'FS-' as string,
  /** On which days parcels are packed and delivered; with the next settings it makes the delivery estimate. */
  'shipping.workingDays': WEEKDAYS as readonly Weekday[],
  /** Days without packing and delivery, as 2026-11-08. */
  'shipping.holidays': [] as readonly string[],
  /** In working days: from payment until the parcel leaves, and from there to the door. */
  'shipping.packDays': 0 as number,
  'shipping.deliverDays': 5 as number,
  /** What is paid for from this hour on in India leaves on the next working day; 24: the whole day counts. */
  'shipping.cutoffHour': 24 as number,
  /** Where delivery takes other days, or does not reach: by the beginning of the PIN, or by state. */
  'shipping.zones': [] as readonly Zone[],
  /** The name under which the carrier knows the pickup place; for import files of Delhivery. */
  'shipping.pickupPlace': '' as string,
  /** Weight and size of a usual packed parcel, for the files of carriers; 0: the cell is empty. */
  'shipping.parcel': { grams: 0, lengthCm: 0, breadthCm: 0, heightCm: 0 } as Parcel,
  /** Rates by HSN, price and day; where none fits, `order.taxPercent` counts. */
  'tax.table': [] as readonly TaxRate[],
  /** The price is what is paid, and tax is shown as contained. */
  'tax.pricesInclude': false as boolean,
  /** The HSN code of products without one of their own. */
  'tax.hsn': '6109' as string,
  /** Invoices are numbered PREFIX/26-27/00001, credit notes likewise. */
  'invoice.prefix': 'INV' as string,
  'invoice.creditPrefix': 'CRN' as string,
  /** From delivery. */
  'exchange.days': 7 as number,
  /** Who is notified of orders, exchanges, messages and low stock; empty: nobody. */
  'owner.email': '' as string,
  /** A mail about each, or one a day. */
  'owner.mails': 'each' as 'each' | 'digest',
  /** From which hour of the day in India on the daily mail is sent. */
  'owner.digestHour': 9 as number,
  /** Buttons, the announcement, and text on the surfaces that are dark in both themes. */
  'brand.signal': '#ffc400' as string,
  /** Links, notices and the focus outline. */
  'brand.accent': '#4b22b8' as string,
  /** The logo: SVG, or PNG as a data URL; empty: none, or the demonstration's while the shop has its name. */
  'brand.mark': '' as string,
  /** What the home page shows, in order (docs/home-page.md). */
  'home.sections': DEFAULT_SECTIONS as readonly HomeSection[],
  /** Words of shoppers, added to src/shop/listing/words/garments.txt and written like its lines. */
  'search.words': '' as string,
  /** The owner's own words above the listing of one category, one subcategory or one colour. */
  'listing.texts': [] as readonly ListingText[],
  /** Whether the shop can be read in Hindi below /hi; the owner's own words in Hindi, a line each: English = Hindi. */
  'hindi.on': true as boolean,
  'hindi.words': '' as string,
  /** The owner's texts in Markdown, with other settings by `{name}`; empty: the shop's own text. */
  'page.terms': '' as string,
  'page.shipping': '' as string,
  'page.exchanges': '' as string,
  'page.privacy': '' as string,
  'page.about': '' as string,
}

/** The pages whose text the owner may replace. */
export const PAGE_NAMES = ['terms', 'shipping', 'exchanges', 'privacy', 'about'] as const
export type PageName = (typeof PAGE_NAMES)[number]

export type Settings = typeof DEFAULT_SETTINGS
export type SettingName = keyof Settings

/** Settings that are not sent with every page; those that one page shows come with that page's call. */
export const UNSHARED_SETTINGS = {
  'home.sections': true,
  'brand.mark': true,
  'search.words': true,
  'listing.texts': true,
  'hindi.words': true,
  'order.prefix': true,
  'shipping.workingDays': true,
  'shipping.holidays': true,
  'shipping.packDays': true,
  'shipping.deliverDays': true,
  'shipping.cutoffHour': true,
  'shipping.zones': true,
  'shipping.pickupPlace': true,
  'shipping.parcel': true,
  'shop.state': true,
  'tax.table': true,
  'tax.hsn': true,
  'invoice.prefix': true,
  'invoice.creditPrefix': true,
  'page.terms': true,
  'page.shipping': true,
  'page.exchanges': true,
  'page.privacy': true,
  'page.about': true,
  'owner.email': true,
  'owner.mails': true,
  'owner.digestHour': true,
} as const satisfies { [N in keyof Settings]?: true }

export type SharedSettings = Omit<Settings, keyof typeof UNSHARED_SETTINGS>

/** The settings for every page. */
export function sharedSettings(settings: Settings): SharedSettings {
  // Safe cast: what the type leaves out is left out.
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in UNSHARED_SETTINGS))) as SharedSettings
}

/** Every setting's name, in the order in which they are listed. */
// Safe cast: the keys of the constant above.
export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as SettingName[]

/** Settings whose defaults belong to the demonstration: a real shop replaces them before it opens. */
const IDENTITY: readonly SettingName[] = [
  'shop.name',
  'shop.legalName',
  'shop.address',
  'shop.email',
  'shop.phone',
  'shop.tagline',
  'shop.motto',
  'shop.description',
  'grievance.name',
  'grievance.email',
  'grievance.phone',
  'instagram.url',
  'services.designs',
  'services.quality',
  'home.sections',
]

/** Whether the shop still has the demonstration's name, to which its logo and icons belong. */
export function hasDefaultName(settings: Settings): boolean {
  return settings['shop.name'] === DEFAULT_SETTINGS['shop.name']
}

/** Of the demonstration's home page only the banner, which shows nothing until there is one, and the rows of products, which fill themselves. */
const OWN_SECTIONS = DEFAULT_SECTIONS.filter(({ type }) => type === 'banner' || type === 'products')

/** What a new shop says where its owner has not said otherwise, so that nothing of the demonstration is left. */
export function ownTexts(settings: Settings): Partial<Settings> {
  const delivery = settings['order.delivery']
  return {
    'shop.tagline': '',
    'shop.motto': '',
    'shop.description': `${settings['shop.name']}, ${settings['shop.city']}`,
    'shop.hours': '',
    'order.prefix': initialsOf(settings['shop.name']),
    'grievance.name': settings['shop.legalName'],
    'grievance.email': settings['shop.email'],
    'grievance.phone': settings['shop.phone'],
    'instagram.handle': '',
    'instagram.url': '',
    'services.designs': '',
    'services.quality': '',
    'home.sections': OWN_SECTIONS,
    announcement: `${settings['exchange.days']}-day easy exchange · ${delivery === 0 ? 'Free delivery' : `Flat ₹${delivery} delivery`}`,
  }
}

/** FS- for Fourth Seat; nothing for a name without Latin letters. */
function initialsOf(name: string): string {
  const initials = (name.match(/\b[A-Za-z]/g) ?? []).slice(0, 4).join('').toUpperCase()
  return initials === '' ? '' : `${initials}-`
}

/** The names of settings that the privacy page shows in square brackets; none where the owner has a text of their own. */
export function emptyPolicyFacts(settings: Settings): SettingName[] {
  if (settings['page.privacy'] !== '') return []
  return SETTING_NAMES.filter((name) => name.startsWith('privacy.') && settings[name] === '')
}

/** The settings that a real shop has to replace and has not. */
export function unsetIdentity(settings: Settings): SettingName[] {
  return IDENTITY.filter((name) => JSON.stringify(settings[name]) === JSON.stringify(DEFAULT_SETTINGS[name]))
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(DEFAULT_SETTINGS, name)
}
