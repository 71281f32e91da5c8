import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GROUPS } from '#shop/features.server.ts'
import type { Statement } from './sql-statements.ts'

const ROOT = join(import.meta.dirname, '../..')
const ORDER = Object.values(GROUPS).flatMap((group) => Object.keys(group))

/** Files that read tables of later features: read models, whose rows are put together for one screen or one check. */
export const LOOKS_UP: Readonly<Record<string, { tables: readonly string[]; why: string }>> = {
  'cart/sql': {
    tables: ['orders', 'order_lines'],
    why: 'pieces that a customer’s own unpaid order holds can be bought by that customer',
  },
  'catalog/product/sql': { tables: ['orders', 'exchanges'], why: 'a SKU’s history names the orders of its movements' },
  'catalog/stock/list-sql': {
    tables: ['orders', 'exchanges', 'stock_alerts'],
    why: 'the list of stock says who holds pieces and who waits for them',
  },
  'contact/language-sql': { tables: ['customers'], why: 'a mail is in the language of its reader' },
  'contact/threads-sql': {
    tables: ['customers', 'orders', 'order_lines'],
    why: 'a message stands beside its sender’s orders',
  },
  'settings/sql': { tables: ['staff'], why: 'a change is told to the owners' },
  'settings/planned-sql': { tables: ['staff'], why: 'what somebody planned counts only while they have access' },
  'contact/drafts-sql': { tables: ['staff'], why: 'a test of a newsletter goes to staff' },
  'home/sql': {
    tables: ['orders', 'order_lines', 'sales_figures', 'sales_days'],
    why: 'the home page shows what sells',
  },
  'owner/home-sql': {
    tables: ['sales_figures', 'sales_days'],
    why: 'Home adds up days that are over as the reports do',
  },
  'imports/demonstration-sql': { tables: ['order_lines'], why: 'what was bought of the demonstration stays' },
  'catalog/product/delete-sql': { tables: ['orders', 'order_lines'], why: 'a product that was ordered since stays' },
  'orders/exchange-sql': {
    tables: ['exchanges', 'exchange_lines', 'exchange_photos'],
    why: 'an order shows what is being exchanged',
  },
  'orders/list-sql': {
    tables: ['shipments', 'parcels_in_trouble', 'refunds', 'disputes', 'failed_refunds'],
    why: 'the list of orders shows their parcels and problems',
  },
  'orders/person-sql': { tables: ['shipments'], why: 'a person’s data has the parcels within their orders' },
  'orders/sql': {
    tables: ['shipments', 'shipment_lines', 'refunds', 'disputes', 'credit_notes', 'exchanges'],
    why: 'a shopper’s order shows its parcels and refunds, and those of what was paid for a replacement',
  },
  'orders/staff-order-sql': {
    tables: [
      'shipments',
      'shipment_lines',
      'parcels_in_trouble',
      'payments',
      'refunds',
      'disputes',
      'payment_balances',
      'failed_refunds',
      'invoices',
      'credit_notes',
      'exchanges',
      'exchange_lines',
    ],
    why: 'staff see an order with everything that belongs to it',
  },
  'orders/staff-sql': {
    tables: ['shipments', 'parcels_in_trouble', 'disputes', 'payment_balances', 'exchanges'],
    why: 'the commands show an order with what belongs to it',
  },
  'refunds/dispute-sql': { tables: ['payments'], why: 'a dispute is of a payment, which the checkout stores' },
  'refunds/order-sql': {
    tables: ['exchanges', 'exchange_lines', 'payments'],
    why: 'pieces that are being exchanged can’t be refunded, and what was paid for their replacements goes back with them',
  },
  'refunds/sql': {
    tables: ['payments', 'exchanges', 'exchange_lines'],
    why: 'a refund is of a payment, which the checkout stores, and some pay for an exchange',
  },
  'reviews/photos-sql': { tables: ['exchange_photos'], why: 'files of photos are kept for reviews and for exchanges' },
  'reviews/sql': { tables: ['purchases'], why: 'a review is marked as a buyer’s' },
  'catalog/sql': { tables: ['reviews'], why: 'a product shows its stars' },
  'shipping/pack-sql': { tables: ['exchanges', 'exchange_lines'], why: 'replacements are packed beside orders' },
  'shipping/pick-list-sql': { tables: ['exchanges', 'exchange_lines'], why: 'replacements are fetched beside orders' },
  'shipping/sql': { tables: ['exchanges'], why: 'a tracking number is of a parcel or of a replacement' },
}

/** Files that change tables of later features. */
export const WRITES_UP: typeof LOOKS_UP = {
  'staff/sql': { tables: ['saved_views'], why: 'whose access ends leaves no lists of their own behind' },
  'orders/staff-sql': {
    tables: ['shipments'],
    why: 'an order that was delivered, or wasn’t after all, takes its parcels along',
  },
  'exchanges/sql': {
    tables: ['payments'],
    why: 'what staff take by hand for a replacement is a payment, which the checkout stores',
  },
  'refunds/order-sql': {
    tables: ['exchange_lines'],
    why: 'one statement books returned pieces, those of the order and those that an exchange sent in their place',
  },
}

/** Tables and views of the platform. */
export const PLATFORM = [
  'commit_marks',
  'idempotency_keys',
  'kysely_migration',
  'kysely_migration_lock',
  'limit_hits',
  'outbox',
]

/** A statement of a feature on a table of another one. */
interface TableUse {
  /** The file below `src/shop`, without `.server.ts`. */
  file: string
  table: string
  isWrite: boolean
  /** True if the table's feature comes later. */
  isUp: boolean
}

/** The feature of each table and view, by the declarations of its `tables.server.ts`. */
export function readOwners(): Map<string, string> {
  return new Map(
    globSync('src/shop/*/tables.server.ts', { cwd: ROOT }).flatMap((file) => {
      const [, , feature = ''] = file.split('/')
      const [, members = ''] =
        /export interface \w+Tables \{(.*?)\n\}/s.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
      return [...members.matchAll(/^ {2}(\w+):/gm)].map(([, table = '']) => [table, feature] as const)
    }),
  )
}

const WRITES = /\b(?:insert into|update|delete from|truncate)\s+"?(\w+)/g
const READS = /\b(?:from|join|using)\s+"?(\w+)/g
const BUILT_WRITES = /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g
const BUILT_READS = /\.(?:selectFrom|\w*[jJ]oin|using)\(\s*'(\w+)/g

/** Every use of another feature's table below `src/shop`, in plain SQL or built, once for each file, table and kind. */
export function findForeignUses(statements: readonly Statement[]): TableUse[] {
  const owners = readOwners()
  const found = new Map<string, TableUse>()
  const add = (path: string, text: string, pattern: RegExp, isWrite: boolean) => {
    const [, file = '', feature = ''] = /^src\/shop\/((\w+)\/.*)\.server\.ts/.exec(path) ?? []
    for (const [, table = ''] of text.matchAll(pattern)) {
      const owner = owners.get(table)
      if (owner === undefined || feature === '' || owner === feature) continue
      const isUp = ORDER.indexOf(owner) > ORDER.indexOf(feature)
      found.set(`${file} ${table} ${isWrite}`, { file, table, isWrite, isUp })
    }
  }
  const texts = statements.flatMap((one) => one.texts.map((text) => [one.where, text] as const))
  for (const [path, text] of texts) {
    add(path, text, WRITES, true)
    add(path, text.replace(/\bdelete from\b/g, ''), READS, false)
  }
  for (const path of globSync('src/shop/*/**/*.server.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    add(path, text, BUILT_WRITES, true)
    add(path, text, BUILT_READS, false)
  }
  return [...found.values()]
}
