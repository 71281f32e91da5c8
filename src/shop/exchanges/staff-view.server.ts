import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { Paper } from '#platform/pdf/print.server.ts'
import { type PrintContext, type PrintedSlips, printSlips } from '../invoices/packing-slip.server.ts'
import type { Exchange, OrderAddress } from '../orders/contract.ts'
import { orderNumber } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { EXCHANGE_NOT_FOUND } from './messages.ts'
import {
  findExchangeIds,
  findStaffExchange,
  listNewestExchanges,
  type StaffExchangeLine,
  type StaffExchangeRow,
} from './staff-sql.server.ts'

type Context = Pick<StaffContext, 'db' | 'settings'>

/** An exchange as staff see it. */
export interface StaffExchange extends Exchange {
  orderNumber: string
  customer: string
  email: string | null
  address: OrderAddress
  lines: StaffExchangeLine[]
}

/** Exchanges for staff, newest first. */
export async function listExchanges(
  { db, settings }: Context,
  { limit = 100 }: { limit?: number } = {},
): Promise<StaffExchange[]> {
  return (await listNewestExchanges(db, limit)).map((row) => toStaffExchange(row, settings()))
}

/** An exchange by its id, or by the id or number of its order: see `findExchangeId`. */
export async function showExchange(context: Context, reference: string): Promise<Result<StaffExchange>> {
  const found = await findExchangeId(context, reference)
  return found.ok ? ok(await readExchange(context, found.data)) : found
}

/**
 * The id of an exchange by that id, or by the id or number of an order with one exchange, or with one in progress.
 * Refused: none, or several.
 */
export async function findExchangeId({ db }: Context, reference: string): Promise<Result<string>> {
  const found = await findExchangeIds(db, reference)
  const open = found.filter(({ isOpen }) => isOpen)
  const [only] = open.length === 1 ? open : found
  if (!only) return refuse('not_found', EXCHANGE_NOT_FOUND)
  if (found.length > 1 && open.length !== 1)
    return refuse('conflict', `${reference} has several exchanges: ${found.map(({ id }) => id).join(', ')}.`)
  return ok(only.id)
}

/**
 * Prints the packing slips of replacements, each on its own page, for exchanges named as in `findExchangeId`. Refused:
 * no such exchange; ended.
 */
export async function printExchangeSlips(
  context: Context & PrintContext,
  references: readonly string[],
  paper: Paper,
): Promise<Result<PrintedSlips & { exchanges: string[] }>> {
  const exchanges: StaffExchange[] = []
  for (const reference of references) {
    const found = await showExchange(context, reference)
    if (!found.ok) return refuse('not_found', `${reference}: ${found.message}`)
    if (found.data.isCancelled || found.data.exchangeStatus === 'delivered')
      return refuse('conflict', `Nothing is left to pack of exchange ${found.data._id}.`)
    exchanges.push(found.data)
  }
  const slips = exchanges.map(({ orderNumber, address, lines }) => ({
    title: `exchange of order ${orderNumber}`,
    barcode: orderNumber,
    address,
    exchangeDays: [],
    lines: lines.map(({ quantity, replacement }) => ({
      quantity,
      name: replacement.name,
      sku: replacement.sku,
      color: replacement.color ?? '',
      size: replacement.size ?? '',
    })),
  }))
  const printed = await printSlips(slips, context, paper)
  return ok({ ...printed, exchanges: exchanges.map(({ _id }) => _id) })
}

async function readExchange({ db, settings }: Context, id: string): Promise<StaffExchange> {
  const row = await findStaffExchange(db, id)
  if (!row) throw new Error('an exchange that was just found is missing')
  return toStaffExchange(row, settings())
}

function toStaffExchange({ facts, ...exchange }: StaffExchangeRow, settings: ReturnType<StaffContext['settings']>) {
  const { number, customer, email, address, lines } = facts
  return { ...exchange, orderNumber: orderNumber(number, settings), customer, email, address, lines }
}
