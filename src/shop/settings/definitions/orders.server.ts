import { z } from 'zod'
import {
  hsn,
  line,
  MAX_TAX_PERCENT,
  numberPrefix,
  orderPrefix,
  parcel,
  rupees,
  site,
  taxRate,
  whole,
  workingDays,
  yesOrNo,
  type Zone,
  zone,
} from '../field-contract.ts'
import { WEEKDAYS } from '../rules.ts'
import { stateCode } from '../state-rules.ts'
import { page, staff } from './definition.server.ts'

/** Charges, and how orders are numbered, packed and exchanged. The defaults are the figures of SPEC 9. */
export const ORDER_SETTINGS = {
  'order.delivery': page({
    schema: rupees,
    default: 40,
    help: 'The delivery fee in rupees, 0 for free delivery. A zone of shipping.zones can have its own fee.',
  }),
  'delivery.freeFrom': page({
    schema: rupees,
    default: 0,
    help: 'Delivery within India is free from this sum of goods in rupees, after discounts and before added GST. 0: never free by its sum. A zone of shipping.zones can have its own.',
  }),
  'order.minimum': page({
    schema: rupees,
    default: 0,
    help: 'The minimum value of goods in an order, in rupees, or 0 for no minimum.',
  }),
  'order.taxPercent': page({
    schema: whole(0, MAX_TAX_PERCENT),
    default: 5,
    help: 'GST in per cent, for goods without a rate in tax.table.',
  }),
  'cart.guests': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, visitors can fill a cart before they log in. It’s stored on their device and added to their account when they log in.',
  }),
  'wishlist.guests': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, visitors can use the wishlist before they log in. It’s stored on their device and added to their account when they log in.',
  }),
  'wishlist.share': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, customers can make a link that shows their wishlist to others, without their name, until they stop sharing it.',
  }),
  'listing.sorts': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, the listing sorts by Newest, Popular and Best rated as well as by price.',
  }),
  'listing.mySize': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, the listing’s sizes have one tick for the sizes that were ticked last on the device. Nothing about it is stored in the shop.',
  }),
  'checkout.note': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, the checkout takes a note for the courier and a second phone number.',
  }),
  'checkout.gstin': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, an address takes the GSTIN of a business, which is then on its invoices and credit notes. It needs shop.gstin: without it orders get receipts.',
  }),
  'reviews.ask': staff({
    schema: yesOrNo,
    default: false,
    help: 'With yes, customers get one mail per order, ten days after its delivery, that asks for a review of what they kept and haven’t reviewed.',
  }),
  'order.trackLinks': staff({
    schema: yesOrNo,
    default: false,
    help: 'With yes, the link in mails about an order shows its state and parcels without a login, for 60 days: no name, address, piece or price.',
  }),
  'cash.on': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, orders can be paid in cash when the parcel arrives, if the rest of the cash settings, the place (shipping.zones) and the products allow it.',
  }),
  'cash.from': staff({
    schema: rupees,
    default: 0,
    help: 'The smallest total in rupees that can be paid in cash, the fee included. 0: no minimum.',
  }),
  'cash.to': staff({
    schema: rupees,
    default: 0,
    help: 'The largest total in rupees that can be paid in cash, the fee included. 0: no maximum.',
  }),
  'cash.fee': page({
    schema: rupees,
    default: 0,
    help: 'What paying in cash costs in rupees, on top of the delivery fee and taxed like it. 0: nothing.',
  }),
  'cash.openOrders': staff({
    schema: whole(0, 100),
    default: 2,
    help: 'With so many orders of an account or phone number whose cash isn’t in, the next one is paid online. 0: no limit.',
  }),
  'cash.confirm': staff({
    schema: z.enum(['none', 'call', 'message'], { error: 'must be none, call or message' }),
    default: 'none',
    help: 'Whether an order in cash is confirmed before it’s packed: `none`; `call`: you call, and record it; `message`: the customer gets a mail with a button.',
  }),
  'cash.confirmHours': staff({
    schema: whole(0, 720),
    default: 24,
    help: 'After so many hours an order in cash that nobody confirmed is cancelled. 0: never.',
  }),
  'cash.afterReturns': staff({
    schema: whole(0, 100),
    default: 2,
    help: 'With so many orders refused at the door, a phone number or an address pays online. 0: no limit.',
  }),
  'cash.discountOnline': page({
    schema: whole(0, 50),
    default: 0,
    help: 'Per cent off the goods for paying online, while cash on delivery is on. It’s shown as “Paid online”. 0: none.',
  }),
  'order.prefix': staff({
    schema: orderPrefix,
    default: 'FS-',
    own: (shop) => initialsOf(shop['shop.name']),
    help: 'The prefix of order numbers, including those of older orders: BD- gives BD-10482. At most 8 letters and dashes.',
  }),
  'shipping.workingDays': page({
    schema: workingDays,
    default: WEEKDAYS,
    help: 'The days on which parcels are packed and delivered, such as ["Mon","Tue","Wed","Thu","Fri","Sat"].',
  }),
  'shipping.holidays': staff({
    schema: z
      .array(z.iso.date({ error: 'must be days written as 2026-11-08' }))
      .max(400)
      .readonly(),
    default: [],
    help: 'Days without packing or delivery, such as ["2026-11-08","2027-01-26"].',
  }),
  'shipping.packDays': page({
    schema: whole(0, 60),
    default: 0,
    help: 'Working days from the payment until the parcel leaves.',
  }),
  'shipping.deliverDays': page({
    schema: whole(0, 60),
    default: 5,
    help: 'Working days from when the parcel leaves until it is at the door.',
  }),
  'shipping.cutoffHour': staff({
    schema: whole(0, 24),
    default: 24,
    help: 'What is paid for from this hour on in India counts as the next working day’s: 15 is 3 pm; 24: the whole day counts.',
  }),
  'shipping.zones': staff({
    schema: z.array(zone, { error: 'must be a list of zones' }).max(25_000).readonly(),
    default: [],
    help: 'Where delivery takes other days, costs another fee or isn’t possible, by the beginning of the PIN or by state.',
    commandHelp: '`delivery zones FILE` sets it from a CSV file (docs/shipping.md).',
    problemOf: unknownPlace,
  }),
  'shipping.usa': page({
    schema: yesOrNo,
    default: true,
    help: 'The shop delivers to addresses in the USA too, not in India only.',
  }),
  'shipping.usaSurcharge': page({
    schema: rupees,
    default: 0,
    help: 'What delivery to the USA costs in rupees on top of the delivery fee.',
  }),
  'shipping.pickupPlace': staff({
    schema: line(100),
    default: '',
    help: 'The name under which the carrier knows the place that it picks up from; for Delhivery’s file and for bookings.',
  }),
  'shipping.parcel': staff({
    schema: parcel,
    default: { grams: 0, lengthCm: 0, breadthCm: 0, heightCm: 0 },
    help: 'Weight and size of a typical packed parcel, for carriers’ files and bookings, such as {"grams":450,"lengthCm":30,"breadthCm":25,"heightCm":4}; 0: the cell is empty.',
  }),
  'shipping.trackingSites': staff({
    schema: z.array(site, { error: 'must be a list of sites' }).max(50).readonly(),
    default: [],
    help: 'Sites beside those of known carriers to which packers and programs may link as a parcel’s tracking page, such as ["track.carrier.in"].',
  }),
  'stock.lowLevel': staff({
    schema: whole(0, 1000),
    default: 0,
    help: 'From how many pieces left a colour and size counts as running out, on Today and in the owner’s mails: 3 means three or fewer, 0 only what is sold out.',
    commandHelp: '`stock set-level SKU` sets another number for one.',
  }),
  'tax.table': staff({
    schema: z.array(taxRate, { error: 'must be a list of rates' }).max(500).readonly(),
    default: [],
    help: 'GST rates by HSN code, price and day, such as [{"hsn":"61","upTo":2500,"percent":5,"from":"2025-09-22"},{"hsn":"61","percent":18,"from":"2025-09-22"}]: `upTo` is rupees a piece before tax. Where none fits, order.taxPercent counts.',
  }),
  'tax.pricesInclude': page({
    schema: yesOrNo,
    default: false,
    help: 'With yes, customers pay the product’s price, and GST is shown as included in it. With no, GST is added at checkout.',
  }),
  'tax.hsn': staff({
    schema: hsn,
    default: '6109',
    help: 'The HSN code of products without their own: 4, 6 or 8 digits. 6109 is knitted T-shirts.',
  }),
  'invoice.prefix': staff({
    schema: numberPrefix,
    default: 'INV',
    help: 'The prefix of invoice numbers, as in INV/26-27/00001. 1 to 3 capital letters or digits.',
  }),
  'invoice.creditPrefix': staff({
    schema: numberPrefix,
    default: 'CRN',
    help: 'The prefix of credit note numbers, as in CRN/26-27/00001.',
  }),
  'invoice.debitPrefix': staff({
    schema: numberPrefix,
    default: 'DBN',
    help: 'The prefix of debit note numbers, as in DBN/26-27/00001. One is issued for what a replacement costs more.',
  }),
  'credit.days': staff({
    schema: whole(0, 3650),
    default: 0,
    help: 'The number of days after which store credit that you give ends, such as 365. 0: it never ends. What was given before keeps its day.',
  }),
  'exchange.days': page({
    schema: whole(1, 60),
    default: 7,
    help: 'The number of days after delivery in which a piece can be exchanged. An order keeps the number it was placed with.',
  }),
  'exchange.fee': page({
    schema: rupees,
    default: 0,
    help: 'What each exchange after the first of an order costs in rupees, tax included. Nothing if the piece is damaged, defective or not as pictured: that is the shop’s to mend. 0: no fee.',
  }),
  'exchange.otherProducts': page({
    schema: z.boolean(),
    default: false,
    help: 'Whether an exchange may bring any product of the shop in any colour and size, at its price of that day. What it costs more is paid before the exchange is approved; what it costs less goes back when it is done. Off: another colour or size of the same product, by the reason, or the same again.',
  }),
  'exchange.photos': page({
    schema: z.enum(['off', 'optional', 'required'], { error: 'must be off, optional or required' }),
    default: 'off',
    help: 'Whether the request of an exchange takes up to three photos, which only its customer and staff see: `off`; `optional`; `required`: needed if the piece is damaged, defective or not as pictured, optional otherwise.',
  }),
}

/** A zone whose place is none would change nothing. */
function unknownPlace(zones: readonly Zone[]): string | null {
  const place = zones.find(({ where }) => !/^\d/.test(where) && stateCode(where) === null)?.where
  return place === undefined
    ? null
    : `can’t have “${place}”: each place is a PIN, the first digits of PINs, or a state of India`
}

/** FS- for Fourth Seat, or nothing for a name without Latin letters. */
function initialsOf(name: string): string {
  const initials = (name.match(/\b[A-Za-z]/g) ?? []).slice(0, 4).join('').toUpperCase()
  return initials === '' ? '' : `${initials}-`
}
