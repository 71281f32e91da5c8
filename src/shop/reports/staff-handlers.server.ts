import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { BYTE_ORDER_MARK } from '#platform/csv.ts'
import { tallyVouchers, zohoRows } from '../invoices/books.server.ts'
import { exportDocuments, exportSheet } from '../invoices/export.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Shop } from '../shop.server.ts'
import { reportCsv } from './csv.server.ts'
import { rupees } from './report-parts.ts'
import { makeReport } from './reports.server.ts'
import { periodOf } from './rules.ts'
import { listSold } from './sql.server.ts'
import type { reportsStaffContract } from './staff-contract.ts'

/** The shop in numbers (CONTRACT part three, Staff site). */
export function createReportsStaffHandlers(shop: Shop): Handlers<typeof reportsStaffContract> {
  return {
    async 'GET /reports/{name}'({ params: { name }, query }) {
      const asked = periodOf(query, shop.clock.now())
      return asked.ok ? ok(await makeReport(shop, name, { ...asked, isWhole: false, by: query.by })) : asked
    },

    async 'GET /reports/{name}.csv'({ params: { name }, query }) {
      const asked = periodOf(query, shop.clock.now())
      if (!asked.ok) return asked
      const file = reportCsv(await makeReport(shop, name, { ...asked, isWhole: true, by: query.by }))
      const { from, to } = asked.period
      return ok(file, { 'content-disposition': `attachment; filename="${name}-${from}-${to}.csv"` })
    },

    async 'GET /reports/orders'({ query: { from, to, place = null, cursor, limit } }) {
      const asked = periodOf({ from, to }, shop.clock.now())
      if (!asked.ok) return asked
      const key = readCursor(cursor, z.tuple([z.number(), z.string()]))
      if (!key.ok) return key
      const rows = await shop.read((db) => listSold(db, asked.period, { place, after: key.data, limit: limit + 1 }))
      const { items, next } = cutPage(rows, limit, ({ micros, id }) => [micros, id])
      return ok({
        items: items.map(({ id, number, at, state, name, pieces, total }) => ({
          id,
          number: orderNumber(number, shop.settings()),
          at: at.toISOString(),
          name,
          pieces,
          total: rupees(total),
          isCancelled: state === 'cancelled',
        })),
        next,
      })
    },

    async 'GET /reports/gstr-1.csv'({ query: { month, sheet } }) {
      const lines = await shop.read((db) =>
        Array.fromAsync(sheet ? exportSheet({ ...shop, db }, month, sheet) : exportDocuments({ ...shop, db }, month)),
      )
      // The portal's tool reads a sheet's first heading, the mark before it included; spreadsheets need the mark.
      const file = Buffer.from(`${sheet ? '' : BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`)
      const name = ['gstr-1', month, sheet].filter(Boolean).join('-')
      return ok(file, { 'content-disposition': `attachment; filename="${name}.csv"` })
    },

    async 'GET /reports/tally.xml'({ query: { month } }) {
      const file = Buffer.from(await shop.read((db) => tallyVouchers({ ...shop, db }, month)))
      return ok(file, { 'content-disposition': `attachment; filename="tally-${month}.xml"` })
    },

    async 'GET /reports/zoho-books.csv'({ query: { month, sheet } }) {
      const lines = await shop.read((db) => Array.fromAsync(zohoRows({ ...shop, db }, month, sheet)))
      const file = Buffer.from(`${lines.join('\r\n')}\r\n`)
      return ok(file, { 'content-disposition': `attachment; filename="zoho-${sheet}-${month}.csv"` })
    },
  }
}
