import { z } from 'zod'
import { type StaffSession, staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { csvLine } from '#platform/csv.ts'
import { micros } from '#platform/db/micros.server.ts'
import { indianDay } from '#platform/india-time.ts'
import type { Shop } from '../shop.server.ts'
import { previewOffer } from './preview.server.ts'
import {
  addOffer,
  type Change,
  changeOffer,
  makeCodes,
  NO_OFFER,
  startOffer,
  stopOffer,
  toListed,
  toStaffOffer,
} from './staff.server.ts'
import type { offersStaffContract } from './staff-contract.ts'
import { countOffers, listCodeUses, listOffers, readOffer } from './staff-sql.server.ts'
import { newTerms, problemsOf } from './terms.ts'

/** Codes and offers, for staff (CONTRACT part four, Offers). */
export function createOffersStaffHandlers(shop: Shop): Handlers<typeof offersStaffContract> {
  const { db, clock, offersChanged } = shop
  const today = () => indianDay(clock.now())
  const changeBy = (staff: StaffSession): Change => ({ actor: staffActor(staff), day: today() })
  /** This instance counts the change from the answer on; others are notified. */
  const counted = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    await offersChanged()
    return result
  }
  return {
    async 'GET /offers'({ query: { state = null, q = '', cursor, limit } }) {
      const after = readCursor(cursor, z.tuple([micros, z.string().max(64)]))
      if (!after.ok) return after
      const day = today()
      const [rows, counts] = await Promise.all([
        listOffers(db, { state, q, day }, { after: after.data, limit }),
        countOffers(db, day),
      ])
      const { items, next } = cutPage(rows, limit, ({ at, id }) => [at, id])
      return ok({ items: items.map((row) => toListed(row, day)), next, counts })
    },

    async 'POST /offers'({ body, caller: { staff } }) {
      return counted(addOffer(db, changeBy(staff), body))
    },

    async 'POST /offers/preview'({ body: { offer, id } }) {
      const terms = newTerms(offer)
      const errors = problemsOf(terms).map(({ path, message }) => ({ path: `offer.${path}`, message }))
      return errors[0]
        ? refuse('invalid_input', errors[0].message, { errors })
        : ok(await previewOffer(shop, terms, id))
    },

    async 'GET /offers/{id}'({ params: { id } }) {
      const row = await readOffer(db, id)
      if (!row) return refuse('not_found', NO_OFFER)
      const offer = await toStaffOffer(db, row, today())
      return ok(offer, { etag: `"${offer.version}"` })
    },

    async 'PATCH /offers/{id}'({ params: { id }, body, caller: { staff, headers } }) {
      return counted(changeOffer(db, changeBy(staff), id, body, ifMatch(headers)))
    },

    async 'POST /offers/{id}/start'({ params: { id }, caller: { staff } }) {
      return counted(startOffer(db, changeBy(staff), id))
    },

    async 'POST /offers/{id}/stop'({ params: { id }, caller: { staff } }) {
      return counted(stopOffer(db, changeBy(staff), id))
    },

    async 'POST /offers/{id}/codes'({ params: { id }, body, caller: { staff } }) {
      return makeCodes(db, staffActor(staff), id, body)
    },

    async 'GET /offers/{id}/codes.csv'({ params: { id } }) {
      const row = await readOffer(db, id)
      if (!row) return refuse('not_found', NO_OFFER)
      const uses = await listCodeUses(db, id)
      const lines = uses.map(({ code, order, at }) =>
        csvLine([code, order === null ? 'no' : 'yes', order ?? '', at?.toISOString() ?? '']),
      )
      const text = `${['code,used,order,usedAt', ...lines].join('\r\n')}\r\n`
      return ok(Buffer.from(text), { 'content-disposition': `attachment; filename="codes-${id}.csv"` })
    },
  }
}
