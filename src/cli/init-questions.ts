import { stateOfPin } from '#shop/delivery/directory.server.ts'
import type { SettingName, Settings } from '#shop/settings/rules.ts'
import { stateName } from '#shop/settings/state-rules.ts'

/** A question of `init` for a setting, or the one about the payment provider's keys. */
export type Question =
  | {
      name: SettingName
      flag: string
      /** Belongs to the question before it, and isn't counted separately. */
      isPart?: true
      text: string
      parse(text: string): unknown
      /** The value of an empty answer or `--yes`. */
      defaultAnswer?(settings: Settings): string
      /** The answer, if earlier ones determine it. The question then isn't asked. */
      follows?(settings: Settings, stored: Readonly<Record<string, unknown>>): unknown
    }
  | { keys: true; text: string }

const asText = (text: string) => text
const asNumber = (text: string) => (text.trim() === '' ? text : Number(text))

/** In the order in which they're asked. The products come last. */
export const QUESTIONS: readonly Question[] = [
  { name: 'shop.name', flag: 'name', text: 'The shop’s name', parse: asText },
  {
    name: 'shop.legalName',
    flag: 'legal-name',
    text: 'Legal name of the seller (company or person)',
    parse: asText,
    defaultAnswer: (settings) => settings['shop.name'],
  },
  {
    name: 'shop.gstin',
    flag: 'gstin',
    text: 'GSTIN, or none',
    parse: (text) => (/^none$/i.test(text.trim()) ? '' : text.trim().toUpperCase()),
    defaultAnswer: () => 'none',
  },
  { name: 'shop.address', flag: 'address', text: 'Address with city, PIN and state, in one line', parse: asText },
  {
    name: 'shop.city',
    flag: 'city',
    isPart: true,
    text: 'City',
    parse: asText,
    follows: (settings, stored) =>
      Object.hasOwn(stored, 'shop.address') ? cityOf(settings['shop.address']) : undefined,
  },
  {
    name: 'shop.state',
    flag: 'state',
    isPart: true,
    text: 'State',
    parse: asText,
    follows: (settings, stored) => {
      const code = settings['shop.gstin'].slice(0, 2) || stateOfAddress(settings['shop.address'])
      return Object.hasOwn(stored, 'shop.address') ? stateName(code) || undefined : undefined
    },
  },
  { name: 'shop.email', flag: 'email', text: 'E-mail address for customers', parse: asText },
  { name: 'shop.phone', flag: 'phone', text: 'Phone number for customers', parse: asText },
  { keys: true, text: 'Razorpay key id (leave empty to add it later)' },
  {
    name: 'order.delivery',
    flag: 'delivery',
    text: 'Delivery fee in rupees (0 for free)',
    parse: asNumber,
    defaultAnswer: (settings) => String(settings['order.delivery']),
  },
  {
    name: 'order.taxPercent',
    flag: 'tax',
    text: 'GST in per cent, added to prices',
    parse: asNumber,
    defaultAnswer: (settings) => String(settings['order.taxPercent']),
    // A seller who is not registered may not charge GST.
    follows: (_, stored) => (stored['shop.gstin'] === '' ? 0 : undefined),
  },
]

/** The two-digit GST code of an address's state, by its PIN code. Empty without one. */
function stateOfAddress(address: string): string {
  return stateOfPin(/\b\d{3} ?\d{3}\b/.exec(address)?.[0] ?? '') ?? ''
}

/** The city of an address: the words before its PIN code. */
export function cityOf(address: string): string | undefined {
  return /(?:^|,)\s*([\p{L}][\p{L} .]*?)\s*[-–]?,?\s*\d{3} ?\d{3}\b/u.exec(address)?.[1]
}
