import type { Settings } from '../settings/rules.ts'
import type { ExportedOrder } from './export-store.server.ts'

export type CarrierFormat = 'shiprocket' | 'delhivery' | 'indiapost'

type Line = ExportedOrder['lines'][number]
/** Cells by column. */
type Cells = Record<string, string | number>

/** What a row of a carrier's file is made from. */
interface RowSource {
  order: ExportedOrder
  orderNumber: string
  /** What of a line is to pack, and the line's position among those of the order, from 0. */
  line: Line
  index: number
  /** The row's number in the file, from 1. */
  rowNumber: number
  phone: string
  settings: Settings
}

interface CarrierColumns {
  columns: readonly string[]
  /** Whether the file has a row for each line of an order, or one for the parcel. */
  perLine: boolean
  cellsOf: (source: RowSource) => Cells
}

/** The columns of the files that carriers' bulk uploads take, in their order; what the shop does not know stays empty. */
export const CARRIER_COLUMNS: Record<CarrierFormat, CarrierColumns> = {
  /** The sample file of Shiprocket's "Import bulk orders"; an asterisk marks what it requires. */
  shiprocket: {
    perLine: true,
    columns: [
      '*Order Id',
      'Order Date as dd-mm-yyyy hh:MM',
      '*Channel',
      '*Payment Method(COD/Prepaid)',
      '*Customer First Name',
      'Customer Last Name',
      'Email (Optional)',
      '*Customer Mobile',
      'Customer Alternate Mobile',
      '*Shipping Address Line 1',
      'Shipping Address Line 2',
      '*Shipping Address Country',
      '*Shipping Address State',
      '*Shipping Address City',
      '*Shipping Address Postcode',
      'Billing Address Line 1',
      'Billing Address Line 2',
      'Billing Address Country',
      'Billing Address State',
      'Billing Address City',
      'Billing Address Postcode',
      '*Master SKU',
      '*Product Name',
      '*Product Quantity',
      'Tax %',
      '*Selling Price(Per Unit Item, Inclusive of Tax)',
      'Discount(Per Unit Item)',
      'Shipping Charges(Per Order)',
      'COD Charges(Per Order)',
      'Gift Wrap Charges(Per Order)',
      'Total Discount (Per Order)',
      '*Length (cm)',
      '*Breadth (cm)',
      '*Height (cm)',
      '*Weight Of Shipment(kg)',
      'Send Notification(True/False)',
      'Comment',
      'HSN Code',
      'Location Id',
    ],
    cellsOf: ({ order, orderNumber, line, index, phone, settings }) => {
      const { address } = order
      const parcel = settings['shipping.parcel']
      return {
        '*Order Id': orderNumber,
        'Order Date as dd-mm-yyyy hh:MM': indianTime(order.paid_at),
        '*Channel': 'Custom',
        '*Payment Method(COD/Prepaid)': 'Prepaid',
        '*Customer First Name': address.firstName,
        'Customer Last Name': address.lastName,
        'Email (Optional)': address.email || (order.email ?? ''),
        '*Customer Mobile': phone,
        '*Shipping Address Line 1': oneLine(address.streetAddress),
        '*Shipping Address Country': address.country,
        '*Shipping Address State': address.state,
        '*Shipping Address City': address.townCity,
        '*Shipping Address Postcode': address.zipCode,
        '*Master SKU': line.sku,
        '*Product Name': productName(line),
        '*Product Quantity': line.quantity,
        '*Selling Price(Per Unit Item, Inclusive of Tax)': priceWithTax(order, line),
        'Shipping Charges(Per Order)': index === 0 ? order.delivery_paise / 100 : '',
        '*Length (cm)': parcel.lengthCm || '',
        '*Breadth (cm)': parcel.breadthCm || '',
        '*Height (cm)': parcel.heightCm || '',
        '*Weight Of Shipment(kg)': parcel.grams / 1000 || '',
        // The shop tells its customers itself.
        'Send Notification(True/False)': 'False',
      }
    },
  },
  /** The template of "Bulk upload orders" of Delhivery One. */
  delhivery: {
    perLine: true,
    columns: [
      '*Sale Order Number',
      '*Pickup Location Name',
      '*Transport Mode',
      '*Payment Mode',
      'COD Amount',
      '*Customer Name',
      '*Customer Phone',
      '*Shipping Address Line1',
      'Shipping Address Line2',
      '*Shipping City',
      '*Shipping State',
      '*Shipping Pincode',
      '*Item Sku Code',
      '*Item Sku Name',
      '*Quantity Ordered',
      '*Unit Item Price',
      'Package Name',
      'Packaging Type',
      'Length (cm)',
      'Breadth (cm)',
      'Height (cm)',
      'Packaged Product Weight (gm)',
      'Product Weight (gm)',
      'Fragile Shipment',
      'Discount Type',
      'Discount Value',
      'Tax Class Code',
      'Customer Email',
      'Billing Address same as Shipping Address',
      'Billing Address Line1',
      'Billing Address Line2',
      'Billing City',
      'Billing State',
      'Billing Pincode',
      'e-Way Bill Number',
      'Seller Name',
    ],
    cellsOf: ({ order, orderNumber, line, phone, settings }) => {
      const { address } = order
      const parcel = settings['shipping.parcel']
      return {
        '*Sale Order Number': orderNumber,
        '*Pickup Location Name': settings['shipping.pickupPlace'],
        '*Transport Mode': 'Surface',
        '*Payment Mode': 'Prepaid',
        '*Customer Name': fullName(order),
        '*Customer Phone': phone,
        '*Shipping Address Line1': oneLine(address.streetAddress),
        '*Shipping City': address.townCity,
        '*Shipping State': address.state,
        '*Shipping Pincode': address.zipCode,
        '*Item Sku Code': line.sku,
        '*Item Sku Name': productName(line),
        '*Quantity Ordered': line.quantity,
        '*Unit Item Price': priceWithTax(order, line),
        'Length (cm)': parcel.lengthCm || '',
        'Breadth (cm)': parcel.breadthCm || '',
        'Height (cm)': parcel.heightCm || '',
        'Packaged Product Weight (gm)': parcel.grams || '',
        'Customer Email': address.email || (order.email ?? ''),
        'Billing Address same as Shipping Address': 'Yes',
        'Seller Name': settings['shop.legalName'],
      }
    },
  },
  /** The sheet that India Post's bulk customers book by; the barcode is on their own sticker. */
  indiapost: {
    perLine: false,
    columns: [
      'SL',
      'Barcode',
      'Ref',
      'City',
      'Pincode',
      'Name',
      'ADD1',
      'ADD2',
      'ADD3',
      'ADDREMAIL',
      'ADDRMOBILE',
      'SENDERMOBILE',
      'Weight',
      'COD',
      'InsVal',
      'VPP',
      'L',
      'B',
      'H',
    ],
    cellsOf: ({ order, orderNumber, rowNumber, phone, settings }) => {
      const { address } = order
      const [first = '', second = '', ...rest] = wrap(`${oneLine(address.streetAddress)}, ${address.state}`, 50)
      const parcel = settings['shipping.parcel']
      return {
        SL: rowNumber,
        Ref: orderNumber,
        City: address.townCity,
        Pincode: address.zipCode,
        Name: fullName(order),
        ADD1: first,
        ADD2: second,
        ADD3: rest.join(' '),
        ADDREMAIL: address.email || (order.email ?? ''),
        ADDRMOBILE: phone,
        SENDERMOBILE: settings['shop.phone'].replace(/\D/g, '').slice(-10),
        Weight: parcel.grams || '',
        L: parcel.lengthCm || '',
        B: parcel.breadthCm || '',
        H: parcel.heightCm || '',
      }
    },
  },
}

function fullName({ address }: ExportedOrder): string {
  return `${address.firstName} ${address.lastName}`.trim()
}

function productName({ name, color, size }: Line): string {
  return `${name} (${color}, ${size})`
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ', ')
}

/** One piece with its share of what was charged as tax on top of the goods, in rupees. */
function priceWithTax({ goods_paise, delivery_paise, total_paise }: ExportedOrder, { price_paise }: Line): number {
  const factor = goods_paise === 0 ? 1 : (total_paise - delivery_paise) / goods_paise
  return Math.round(price_paise * factor) / 100
}

/** dd-mm-yyyy hh:MM in India. */
function indianTime(time: Date): string {
  const [date = '', clock = ''] = new Date(time.getTime() + 5.5 * 60 * 60 * 1000).toISOString().split('T')
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
