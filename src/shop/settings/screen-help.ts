import type { SettingName } from './rules.ts'

/**
 * What the screens say below a setting's label, if it isn't what the commands say of the setting: a label needn't be said again, and
 * fields have no names, JSON or files. Empty: the label says it all.
 */
export const SCREEN_HELP: Readonly<Partial<Record<SettingName, string>>> = {
  'shop.name': 'On every page, mail and document.',
  'shop.legalName': 'The company or person on invoices and in the footer.',
  'shop.address': 'With city, PIN and state; on invoices and in the footer.',
  'shop.city': 'Such as Jaipur, in the footer.',
  'shop.email': '',
  'shop.phone': 'Such as +91 141 000 0000.',
  'shop.hours': 'Such as: Monday to Saturday, 10 am to 7 pm. Empty: it isn’t shown.',
  'shop.tagline': 'In the footer. Empty: none.',
  'shop.motto': 'Below the shop’s name. Empty: none.',
  'shop.description': 'What they show of the home page, at most 200 characters.',
  'instagram.handle': 'As shown, such as @bluedoor. Empty: no Instagram block on the home page.',
  'instagram.url': 'Such as https://www.instagram.com/bluedoor/.',
  'shop.open': 'While it’s closed, visitors see “Opening soon” and can’t order anything.',
  'brand.mark': 'An SVG or PNG. Empty: the name in letters.',
  'brand.signal': 'Of the strip above the pages, too. A colour on which text would be unreadable is refused.',
  'brand.accent': 'Of notices and of the line around what has the focus, too.',
  'listing.colors':
    'The colour of the filter that each counts as, and its swatch. Without one, the name decides, or the picture.',
  announcement:
    'At most 120 characters. The standard one says the days to exchange and the delivery fee. Empty: no strip.',
  'header.links': 'At most six. Without any: Home, Categories, About Us and Contact Us.',
  'services.designs': 'Above the footer. Empty: none.',
  'services.quality': 'Above the footer. Empty: none.',
  'services.returns': 'Above the footer. Empty: how many days exchanges have, and that there are no refunds.',
  'listing.texts': 'For one category, subcategory, colour or collection each.',
  'search.words': 'One line each: words with the same meaning, between commas.',
  'hindi.on': 'At /hi, beside the English pages.',
  'hindi.words': 'One line each, such as: Monsoon drop = मानसून ड्रॉप.',
  'home.sections': '',
  'page.about': 'Empty: the standard text.',
  'page.terms': 'Empty: the standard text.',
  'page.shipping': 'Empty: the standard text.',
  'page.exchanges': 'Empty: the standard text.',
  'page.privacy': 'Empty: the standard text.',
  'privacy.updated': 'A day, such as 1 December 2026.',
  'privacy.paymentProvider': '',
  'privacy.mapService': '',
  'privacy.pictureHost': 'Only if that isn’t you.',
  'privacy.orderYears': 'Such as 8.',
  'privacy.courier': 'Such as Delhivery.',
  'privacy.mailService': '',
  'privacy.authority': '',
  'grievance.name':
    'Of the grievance officer. The law requires every online shop to name one (Consumer Protection (E-Commerce) Rules, 2020).',
  'grievance.title': 'Of the grievance officer.',
  'grievance.email': 'For complaints.',
  'grievance.phone': 'For complaints.',
  'grievance.days': 'The law allows a month.',
  'order.minimum': 'Of the goods. 0: no minimum.',
  'order.prefix': 'Of older orders, too: BD- gives BD-10482. At most 8 letters and dashes.',
  'cart.guests':
    'Visitors fill a cart before they log in. It’s kept on their device, and comes into their account when they log in.',
  'wishlist.guests':
    'The heart works without a login. The list is kept on the device, and comes into the account at the login.',
  'wishlist.share':
    'Whoever has the link sees the products and the sizes, not the name. The customer can stop it. Without it, no link works.',
  'listing.sorts': 'Popular is by views, Best rated by stars. Without it, Sort has the two orders by price.',
  'listing.mySize':
    'Above the sizes of the filters. The sizes that were ticked last are remembered on the device, not in the shop.',
  'checkout.note': 'Two boxes at the checkout, both optional.',
  'checkout.gstin': 'Addresses have a box for it, and invoices and credit notes show it. Needs the shop’s own GSTIN.',
  'reviews.ask': 'One mail per order, about what was kept and isn’t reviewed yet. It has a link to unsubscribe.',
  'order.trackLinks':
    'The link in mails about an order shows its state and parcels for 60 days: no name, address, piece or price. Who is signed in gets the whole order.',
  'exchange.days': 'After delivery. An order keeps the number it was placed with. A product can have its own.',
  'exchange.fee':
    'With tax, paid before the exchange is approved. Nothing if it’s damaged, defective or not as pictured. 0: no fee.',
  'exchange.otherProducts':
    'At the price of that day, tax at the same rate only. What it costs more is paid before the exchange is approved. Off: the same product.',
  'exchange.photos':
    'Up to three, seen by the customer and staff only. Required: if it’s damaged, defective or not as pictured.',
  'credit.days':
    'From the day on which you give it. 0: it never ends. It begins with the first credit that you give, or with a number here: then a customer’s page has “Give store credit”.',
  'cash.on':
    'Customers can pay when the parcel arrives. Places and products without cash: Delivery, Places; and the product.',
  'cash.from': 'Of the whole order, with the fee. 0: no minimum.',
  'cash.to': 'Of the whole order, with the fee. 0: no maximum.',
  'cash.fee': 'On top of the delivery fee, and taxed like it. It shows from the product page on.',
  'cash.openOrders': 'By account and phone number. With so many, the next order is paid online. 0: no limit.',
  'cash.confirm': '',
  'cash.confirmHours': 'Then an unconfirmed order is cancelled, and its pieces are on sale again. 0: never.',
  'cash.afterReturns': 'By phone number and address. A customer’s page can forgive them. 0: no limit.',
  'cash.discountOnline': 'Of the goods, for paying at once. 0: none.',
  'order.delivery': '0: free delivery. A place below can have its own fee.',
  'delivery.freeFrom':
    'In India, from this sum of goods, after discounts and before added GST. 0: never free by its sum. A place below can have its own.',
  'shipping.usa': 'Besides India.',
  'shipping.usaSurcharge': 'On top of the delivery fee.',
  'shipping.packDays': 'Counted from the payment.',
  'shipping.deliverDays': 'Counted from when the parcel leaves.',
  'shipping.workingDays': 'On which parcels are packed and delivered.',
  'shipping.holidays': 'On which nothing is packed or delivered.',
  'shipping.zones': 'By the beginning of the PIN, or by state.',
  'shipping.pickupPlace': 'For the files for Delhivery.',
  'shipping.parcel': 'Packed, for carriers’ files. 0: the cell is empty.',
  'shipping.trackingSites':
    'To which packers and programs may link as a parcel’s tracking page, beside those of known carriers.',
  'shop.gstin':
    '15 characters, on every tax invoice; of the state below. Empty if you aren’t registered: orders then get a receipt.',
  'shop.state': 'With a GSTIN, its state counts.',
  'tax.pricesInclude':
    'Customers pay the product’s price, and GST is shown as part of it. Otherwise GST is added at checkout.',
  'order.taxPercent': 'For goods without a rate in the table below.',
  'tax.table': '“Up to” is rupees a piece, before tax. Where no line fits, the rate above counts.',
  'tax.hsn': '4, 6 or 8 digits. 6109 is knitted T-shirts.',
  'invoice.prefix': 'As in INV/26-27/00001: 1 to 3 capital letters or digits.',
  'invoice.creditPrefix': 'As in CRN/26-27/00001.',
  'invoice.debitPrefix': 'As in DBN/26-27/00001: for what a replacement costs more.',
  'owner.email': 'For mails about orders, exchanges, messages and low stock. Empty: no mails.',
  'owner.mails': '',
  'owner.digestHour': 'In India; it’s sent from this hour on.',
  'backup.every': '1 to 168; 0: none are made. 1 is every hour: only new pictures are copied each time.',
  'backup.to':
    'A folder of the server that begins with /, best on another disk, or a bucket: whoever runs the server knows its address and keys. Empty: beside the shop’s data, where a broken disk takes both.',
  'backup.keep': 'Of scheduled backups, 1 to 1000; older ones are deleted.',
  'backup.key':
    'A key of age, such as age1…, made on another machine. Keep its secret key there: nobody can restore without it. Empty: backups aren’t encrypted.',
}

/** The unit that stands in a setting's field, if its kind isn't an amount of money. */
export const SCREEN_UNITS: Readonly<Partial<Record<SettingName, string>>> = {
  'order.taxPercent': '%',
  'cash.discountOnline': '%',
  'cash.openOrders': 'orders',
  'cash.afterReturns': 'parcels',
  'cash.confirmHours': 'hours',
  'shipping.packDays': 'days',
  'shipping.deliverDays': 'days',
  'shipping.cutoffHour': 'o’clock (IST)',
  'owner.digestHour': 'o’clock (IST)',
  'stock.lowLevel': 'pieces',
  'credit.days': 'days',
  'exchange.days': 'days',
  'grievance.days': 'days',
  'mail.strangersPerDay': 'mails',
  'backup.every': 'hours',
  'backup.keep': 'backups',
}
