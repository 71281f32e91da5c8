import { stateOfPin } from '#shop/delivery/directory.server.ts'
import { cityOf, pinOf } from '#shop/settings/detail-rules.ts'
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
      /** The value of an empty answer or `--yes`. `isNew`: the shop has nothing on sale. */
      defaultAnswer?(settings: Settings, isNew: boolean): string
      /** The answer, if earlier ones determine it. The question then isn't asked. */
      follows?(settings: Settings, stored: Readonly<Record<string, unknown>>): unknown
    }
  | { keys: true; text: string }

const asText = (text: string) => text
const asNumber = (text: string) => (text.trim() === '' ? text : Number(text))
const asYesOrNo = (text: string) => (/^y(?:es)?$/i.test(text) ? true : /^no?$/i.test(text) ? false : text)

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
    text: 'GST in per cent',
    parse: asNumber,
    defaultAnswer: (settings) => String(settings['order.taxPercent']),
    // A seller who is not registered may not charge GST.
    follows: (_, stored) => (stored['shop.gstin'] === '' ? 0 : undefined),
  },
  {
    name: 'tax.pricesInclude',
    flag: 'prices-include-gst',
    isPart: true,
    text: 'Do your prices include GST? With no, it is added at checkout',
    parse: asYesOrNo,
    // A price with tax added to it may exceed the MRP. A shop that sells already keeps its prices.
    defaultAnswer: (settings, isNew) => (isNew || settings['tax.pricesInclude'] ? 'yes' : 'no'),
    follows: (settings) => (settings['shop.gstin'] === '' ? settings['tax.pricesInclude'] : undefined),
  },
]

/** The two-digit GST code of an address's state, by its PIN code. Empty without one. */
function stateOfAddress(address: string): string {
  return stateOfPin(pinOf(address) ?? '') ?? ''
}

/** A sentence about an address whose PIN is in another state than the GSTIN's, or null. */
export function addressProblem(settings: Pick<Settings, 'shop.address' | 'shop.gstin'>): string | null {
  const state = stateOfAddress(settings['shop.address'])
  const registered = settings['shop.gstin'].slice(0, 2)
  if (state === '' || registered === '' || registered === state) return null
  return `The PIN of shop.address is in ${stateName(state)}, but shop.gstin begins with ${registered}, which is ${stateName(registered)}.`
}
