import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { DAYS } from './rules.ts'

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const time = z.string().regex(TIME, 'must be a time such as 09:30').meta({ example: '09:30' })

/** The hours of some days. A `to` before `from` is after midnight. */
export const openingHours = z.object({ days: z.array(z.enum(DAYS)).min(1), from: time, to: time })

/** A store on the map (SPEC 3); phone, hours and opening aren't in the specification, and may be empty. */
export const branch = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    lat: z.number(),
    lng: z.number(),
    status: z.enum(['Open', 'Closed']),
    phone: z.string(),
    /** When it's open, as a sentence in the call's language. */
    hours: z.string(),
    /** The same as data, if the owner has given it. */
    opening: z.array(openingHours),
  })
  .meta({ id: 'Store' })

/** Tiles over the built-in map: a URL template with `{z} {x} {y}`, and their attribution. */
export const mapSettings = z.object({ tileUrl: z.string().nullable(), attribution: z.string() })

export type OpeningHours = z.output<typeof openingHours>
export type Branch = z.output<typeof branch>
export type MapSettings = z.output<typeof mapSettings>

export const branchesContract = defineContract({
  'GET /stores': {
    summary: 'Every store, in the order of the list',
    group: 'Stores',
    access: 'public',
    status: 200,
    response: z.object({ stores: z.array(branch) }),
    cacheTags: ['branches'],
  },
  'GET /map/settings': {
    summary: 'The URL of the map’s tiles (MAP_TILE_URL with its key filled in), or null for the built-in map',
    group: 'Stores',
    access: 'public',
    status: 200,
    response: mapSettings,
    cacheTags: ['branches'],
  },
})
