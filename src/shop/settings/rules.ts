/**
 * Who the shop is and what it charges, as the owner sets it. The defaults are the demonstration's, with the figures of SPEC 9.
 * Money is in rupees.
 */
export const DEFAULT_SETTINGS = {
  'shop.name': 'Fourth Seat' as string,
  /** In the footer. */
  'shop.tagline': 'Thoda khisko. Room for one more, sizes S to XXXL.' as string,
  /** Below the name that e-mails are signed with. */
  'shop.motto': 'Room for one more.' as string,
  /** What search engines show of the home page. */
  'shop.description':
    'Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.' as string,
  /** Who sells, in law. */
  'shop.legalName': 'Fourth Seat Clothing (a demonstration shop)' as string,
  /** Empty: not registered. */
  'shop.gstin': '' as string,
  'shop.address': '4 Platform Road, Bandra West, Mumbai 400050, Maharashtra, India' as string,
  'shop.city': 'Mumbai' as string,
  'shop.email': 'hello@fourthseat.example' as string,
  'shop.phone': '+91 22 0000 0044' as string,
  'shop.hours': 'Monday to Saturday, 10 am to 7 pm' as string,
  /** Who answers complaints: Consumer Protection (E-Commerce) Rules, 2020, rule 4(5). */
  'grievance.name': 'A. Kamble' as string,
  'grievance.title': 'Grievance Officer' as string,
  'grievance.email': 'grievance@fourthseat.example' as string,
  'grievance.phone': '+91 22 0000 0045' as string,
  /** Within how many days a complaint is answered; the law allows a month. */
  'grievance.days': 15 as number,
  /** The privacy page's own facts. Empty ones stand there as words in square brackets (SPEC 1). */
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
  announcement: '7-day easy exchange · Flat ₹40 delivery' as string,
  'order.delivery': 40 as number,
  /** The least sum of goods that can be ordered. */
  'order.minimum': 0 as number,
  'order.taxPercent': 5 as number,
  /** From delivery. */
  'exchange.days': 7 as number,
}

export type Settings = typeof DEFAULT_SETTINGS
export type SettingName = keyof Settings

/** Every setting's name, in the order in which they are listed. */
// Proof: the keys of the constant above.
export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as SettingName[]

/** Settings whose defaults belong to the demonstration: a real shop replaces them before it opens. */
const IDENTITY: readonly SettingName[] = [
  'shop.name',
  'shop.legalName',
  'shop.address',
  'shop.email',
  'shop.phone',
  'grievance.name',
  'grievance.email',
  'instagram.url',
]

/** The names of settings that the privacy page shows in square brackets. */
export function emptyPolicyFacts(settings: Settings): SettingName[] {
  return SETTING_NAMES.filter((name) => name.startsWith('privacy.') && settings[name] === '')
}

/** The names of settings that still say who the demonstration is. */
export function unsetIdentity(settings: Settings): SettingName[] {
  return IDENTITY.filter((name) => settings[name] === DEFAULT_SETTINGS[name])
}
