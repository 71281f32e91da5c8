import { toIndianTime } from '#platform/india-time.ts'
import { type Paise, paise, toRupees } from '#platform/money.ts'
import { paidForDelivery, paidForLine } from '../orders/rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { ExportedOrder } from './export-sql.server.ts'

export type CarrierFormat = 'shiprocket' | 'delhivery' | 'indiapost'

type Line = ExportedOrder['lines'][number]
/** The data of a row in a carrier's file. */
interface RowSource {
  order: ExportedOrder
  orderNumber: string
  /** A line with the quantity to pack, and its position among the order's lines to pack, from 0. */
  line: Line
  index: number
  /** The row's number in the file, from 1. */
  rowNumber: number
  phone: string
  settings: Settings
  /** False for who sees no amounts. */
  withMoney: boolean
}

interface CarrierFile {
  /** Whether the file has a row per line of an order, or one for the parcel. */
  perLine: boolean
  /** Its columns in order, with the content of each. */
  columns: Readonly<Record<string, (row: RowSource) => string | number>>
}

/** A column that the shop leaves empty. */
const empty = () => ''
const constant = (text: string) => () => text
const phone = (row: RowSource) => row.phone
const number = (row: RowSource) => row.orderNumber
const fullName = ({ order: { address } }: RowSource) => `${address.firstName} ${address.lastName}`.trim()
const street = ({ order }: RowSource) => oneLine(order.address.streetAddress)
const city = ({ order }: RowSource) => order.address.townCity
const state = ({ order }: RowSource) => order.address.state
const pin = ({ order }: RowSource) => order.address.zipCode
const sku = ({ line }: RowSource) => line.sku
const productName = ({ line: { name, color, size } }: RowSource) => `${name} (${color}, ${size})`
const quantity = ({ line }: RowSource) => line.quantity
const length = ({ settings }: RowSource) => settings['shipping.parcel'].lengthCm || ''
const breadth = ({ settings }: RowSource) => settings['shipping.parcel'].breadthCm || ''
const height = ({ settings }: RowSource) => settings['shipping.parcel'].heightCm || ''
const grams = ({ settings }: RowSource) => settings['shipping.parcel'].grams || ''

const payment = ({ order }: RowSource) => (order.to_collect > 0 ? 'COD' : 'Prepaid')
/** What the carrier collects for the parcel, in rupees: whoever may see no prices sees it, too. */
const collected = ({ order, index }: RowSource) => (order.to_collect > 0 && index === 0 ? order.to_collect / 100 : '')

/** What was paid per piece, with its share of the tax that was added to the goods. */
export function pieceWithTax(order: ExportedOrder, line: ExportedOrder['lines'][number]): Paise {
  const goods = order.goods_paise - order.discount_paise
  const factor = goods === 0 ? 1 : (order.total_paise - paidForDelivery(order)) / goods
  return paise(Math.round((paidForLine({ ...line, quantity: line.bought }) / line.bought) * factor))
}

const priceWithTax = ({ order, line, withMoney }: RowSource) => (withMoney ? toRupees(pieceWithTax(order, line)) : '')

/** Street and state in lines of at most 50 characters; the third has the rest. */
const addressLine = (at: 0 | 1 | 2) => (row: RowSource) => {
  const lines = wrap(`${street(row)}, ${state(row)}`, 50)
  return at === 2 ? lines.slice(2).join(' ') : (lines[at] ?? '')
}

/** The files accepted by carriers' bulk uploads. They tell no carrier a customer's mail address: the shop mails itself. */
export const CARRIER_FILES: Record<CarrierFormat, CarrierFile> = {
  /** The sample file of Shiprocket's "Import bulk orders"; an asterisk marks what it requires. */
  shiprocket: {
    perLine: true,
    columns: {
      '*Order Id': number,
      'Order Date as dd-mm-yyyy hh:MM': ({ order }) => indianTime(order.paid_at),
      '*Channel': constant('Custom'),
      '*Payment Method(COD/Prepaid)': payment,
      '*Customer First Name': ({ order }) => order.address.firstName,
      'Customer Last Name': ({ order }) => order.address.lastName,
      'Email (Optional)': empty,
      '*Customer Mobile': phone,
      'Customer Alternate Mobile': ({ order }) => order.address.phone2 ?? '',
      '*Shipping Address Line 1': street,
      'Shipping Address Line 2': empty,
      '*Shipping Address Country': ({ order }) => order.address.country,
      '*Shipping Address State': state,
      '*Shipping Address City': city,
      '*Shipping Address Postcode': pin,
      'Billing Address Line 1': empty,
      'Billing Address Line 2': empty,
      'Billing Address Country': empty,
      'Billing Address State': empty,
      'Billing Address City': empty,
      'Billing Address Postcode': empty,
      '*Master SKU': sku,
      '*Product Name': productName,
      '*Product Quantity': quantity,
      'Tax %': empty,
      '*Selling Price(Per Unit Item, Inclusive of Tax)': priceWithTax,
      'Discount(Per Unit Item)': empty,
      'Shipping Charges(Per Order)': ({ order, index, withMoney }) =>
        withMoney && index === 0 ? (paidForDelivery(order) - order.cash_fee_paise) / 100 : '',
      'COD Charges(Per Order)': ({ order, index, withMoney }) =>
        withMoney && index === 0 && order.cash_fee_paise > 0 ? order.cash_fee_paise / 100 : '',
      'Gift Wrap Charges(Per Order)': empty,
      'Total Discount (Per Order)': empty,
      '*Length (cm)': length,
      '*Breadth (cm)': breadth,
      '*Height (cm)': height,
      '*Weight Of Shipment(kg)': ({ settings }) => settings['shipping.parcel'].grams / 1000 || '',
      // The shop notifies its customers itself.
      'Send Notification(True/False)': constant('False'),
      Comment: ({ order }) => oneLine(order.note),
      'HSN Code': ({ line }) => line.hsn,
      'Location Id': empty,
    },
  },
  /** The template of "Bulk upload orders" of Delhivery One. */
  delhivery: {
    perLine: true,
    columns: {
      '*Sale Order Number': number,
      '*Pickup Location Name': ({ settings }) => settings['shipping.pickupPlace'],
      '*Transport Mode': constant('Surface'),
      '*Payment Mode': payment,
      'COD Amount': collected,
      '*Customer Name': fullName,
      '*Customer Phone': phone,
      '*Shipping Address Line1': street,
      'Shipping Address Line2': empty,
      '*Shipping City': city,
      '*Shipping State': state,
      '*Shipping Pincode': pin,
      '*Item Sku Code': sku,
      '*Item Sku Name': productName,
      '*Quantity Ordered': quantity,
      '*Unit Item Price': priceWithTax,
      'Package Name': empty,
      'Packaging Type': empty,
      'Length (cm)': length,
      'Breadth (cm)': breadth,
      'Height (cm)': height,
      'Packaged Product Weight (gm)': grams,
      'Product Weight (gm)': empty,
      'Fragile Shipment': empty,
      'Discount Type': empty,
      'Discount Value': empty,
      'Tax Class Code': empty,
      'Customer Email': empty,
      'Billing Address same as Shipping Address': constant('Yes'),
      'Billing Address Line1': empty,
      'Billing Address Line2': empty,
      'Billing City': empty,
      'Billing State': empty,
      'Billing Pincode': empty,
      'e-Way Bill Number': empty,
      'Seller Name': ({ settings }) => settings['shop.legalName'],
    },
  },
  /** The sheet that India Post's bulk customers send their bookings in; the barcode is on their own sticker. */
  indiapost: {
    perLine: false,
    columns: {
      SL: ({ rowNumber }) => rowNumber,
      Barcode: empty,
      Ref: number,
      City: city,
      Pincode: pin,
      Name: fullName,
      ADD1: addressLine(0),
      ADD2: addressLine(1),
      ADD3: addressLine(2),
      ADDREMAIL: empty,
      ADDRMOBILE: phone,
      SENDERMOBILE: ({ settings }) => settings['shop.phone'].replace(/\D/g, '').slice(-10),
      Weight: grams,
      COD: collected,
      InsVal: empty,
      VPP: empty,
      L: length,
      B: breadth,
      H: height,
    },
  },
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ', ')
}

/** dd-mm-yyyy hh:MM in India. */
function indianTime(time: Date): string {
  const [date = '', clock = ''] = toIndianTime(time).toISOString().split('T')
  return `${date.split('-').reverse().join('-')} ${clock.slice(0, 5)}`
}

/** Lines of at most `width` characters, broken between words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
