import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

/** A store on the map (SPEC 3); phone and hours aren't in the specification, and may be empty. */
export const branch = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string(),
    lat: z.number(),
    lng: z.number(),
    status: z.enum(['Open', 'Closed']),
    phone: z.string(),
    hours: z.string(),
  })
  .meta({ id: 'Store' })

/** Tiles over the built-in map: a URL template with `{z} {x} {y}`, and their attribution. */
export const mapSettings = z.object({ tileUrl: z.string().nullable(), attribution: z.string() })

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
