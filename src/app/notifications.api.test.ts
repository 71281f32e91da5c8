import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Actor } from '#platform/api/identity.ts'
import { createResponseCache } from '#platform/cache/response-cache.server.ts'
import { systemClock } from '#platform/clock.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import { createCatalogIndex } from '#shop/listing/catalog-index.server.ts'
import { createOffersInMemory } from '#shop/offers/offers-in-memory.server.ts'
import { createSettingsInMemory, type SettingsInMemory } from '#shop/settings/settings-in-memory.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { garmentLines } from '../../tests/support/garments.ts'
import { type InMemory, listenForChanges } from './notifications.server.ts'

let database: TestDatabase
let open: OpenDatabase<Tables>
let db: Kysely<Tables>
let stopListening: () => Promise<void>
const OWNER: Actor = { kind: 'staff', name: 'tests', role: 'owner' }

beforeEach(async () => {
  database = await testDatabase()
  open = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  db = open.db
})
afterEach(async () => {
  await stopListening()
  await open.close()
  await database.drop()
})

/** A cache that records when it is suspended and resumed. */
function recordingCache() {
  const calls: string[] = []
  const cache = createResponseCache({ maxBytes: 1000 })
  const { suspend, resume } = cache
  cache.suspend = () => {
    calls.push('suspended')
    suspend.call(cache)
  }
  cache.resume = () => {
    calls.push('resumed')
    resume.call(cache)
  }
  return { cache, calls }
}

const offersOf = () => createOffersInMemory(db, systemClock)

test('after a connection was lost before the index was built, a write made meanwhile is in the index', async () => {
  const warned: string[] = []
  const { cache, calls } = recordingCache()
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) })
  const inMemory: InMemory = {
    index: null,
    settings: createSettingsInMemory(db, { real: false }),
    offers: offersOf(),
    cache,
    log,
  }
  stopListening = await listenForChanges(inMemory, database.connection)
  await terminateListeners()
  await expect.poll(() => calls).toEqual(['suspended', 'resumed'])
  expect(warned.filter((line) => line.includes('could not be read'))).toEqual([])
  await importCatalog(db, garmentLines())
  inMemory.index = createCatalogIndex(db, inMemory.settings.current)
  await inMemory.index.ready
  expect(inMemory.index.ids()).toContain('boxy-tee')
})

const ignored = pino({ level: 'silent' })
/** Another process changes a setting. */
const change = (name: string) =>
  changeSettings(
    { db, config: { real: false, publicUrl: 'http://localhost' }, settingsChanged: async () => {} },
    OWNER,
    { 'shop.name': name },
  )

const terminateListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
    db,
  )

test('a page rendered between a change of settings and its notification does not stay in the cache', async () => {
  const settings = createSettingsInMemory(db, { real: false })
  const cache = createResponseCache({ maxBytes: 10_000 })
  const gate = Promise.withResolvers<void>()
  const slow: SettingsInMemory = {
    ...settings,
    async refresh() {
      await gate.promise
      await settings.refresh()
    },
  }
  const page = () =>
    cache.getOrRender('/', async () => {
      return { status: 200, headers: {}, body: settings.current()['shop.name'], tags: ['settings'] }
    })
  const shown = async () => (await page()).variants.identity.body.toString()
  stopListening = await listenForChanges(
    { index: null, settings: slow, offers: offersOf(), cache, log: ignored },
    database.connection,
  )
  expect(await shown()).toBe('Fourth Seat')
  await change('Blue Door')
  cache.clear()
  // Rendered after the change, but with the earlier settings.
  expect(await shown()).toBe('Fourth Seat')
  gate.resolve()
  await expect.poll(shown).toBe('Blue Door')
})

test('settings changed while the connection was lost are read after it; so are those whose reading failed', async () => {
  const { cache, calls } = recordingCache()
  const settings = createSettingsInMemory(db, { real: false })
  let failures = 1
  const failing: SettingsInMemory = {
    ...settings,
    refresh: () => (failures-- > 0 ? Promise.reject(new Error('the pool is exhausted')) : settings.refresh()),
  }
  stopListening = await listenForChanges(
    { index: null, settings: failing, offers: offersOf(), cache, log: ignored },
    database.connection,
  )
  await change('Blue Door')
  await expect.poll(() => calls).toEqual(['suspended', 'resumed'])
  expect(settings.current()['shop.name']).toBe('Blue Door')
  await terminateListeners()
  await change('Third Row')
  await expect.poll(() => settings.current()['shop.name']).toBe('Third Row')
})

/** Pages of one product in a cache, each rendered again as a client asks for it, with a count of its renderings. */
async function openPages() {
  await importCatalog(db, garmentLines([{ id: 'boxy-tee', price: 1299, stock: { Black: { M: 30 } } }]))
  const settings = createSettingsInMemory(db, { real: false })
  const cache = createResponseCache({ maxBytes: 100_000 })
  const index = createCatalogIndex(db, settings.current)
  await index.ready
  stopListening = await listenForChanges(
    { index, settings, offers: offersOf(), cache, log: ignored },
    database.connection,
  )
  const tags: Record<string, string> = { '/': 'card:boxy-tee', '/product-details/boxy-tee': 'product:boxy-tee' }
  const renders: Record<string, number> = {}
  const ask = (path: string) =>
    cache.getOrRender(path, async () => {
      renders[path] = (renders[path] ?? 0) + 1
      const [tee] = await index.getMany(['boxy-tee'])
      const body = JSON.stringify([tee?.price, tee?.variants[0]?.quantity])
      return { status: 200, headers: {}, body, tags: [tags[path] ?? ''] }
    })
  cache.setRequest(ask)
  for (const path of Object.keys(tags)) await ask(path)
  const shown = async (path: string) => JSON.parse((await ask(path)).variants.identity.body.toString())
  return { cache, renders, shown }
}

const setStock = (quantity: number) =>
  db.updateTable('stock').set({ on_hand: quantity }).where('product_id', '=', 'boxy-tee').execute()

test('a sale that no card shows renders the product’s page alone, once, and its earlier bytes are there meanwhile', async () => {
  const { cache, renders, shown } = await openPages()
  await setStock(29)
  await expect.poll(() => renders['/product-details/boxy-tee']).toBe(2)
  expect(cache.get('/product-details/boxy-tee')).toBeDefined()
  await expect.poll(() => shown('/product-details/boxy-tee')).toEqual([1299, 29])
  expect(renders).toEqual({ '/': 1, '/product-details/boxy-tee': 2 })
  // The last pieces are on the card, too.
  await setStock(5)
  await expect.poll(() => shown('/')).toEqual([1299, 5])
})

test('nobody gets the earlier bytes of another price', async () => {
  const { cache, renders } = await openPages()
  await db.updateTable('products').set({ price_paise: 99_900 }).where('id', '=', 'boxy-tee').execute()
  await expect.poll(() => cache.get('/')).toBeUndefined()
  expect(cache.get('/product-details/boxy-tee')).toBeUndefined()
  expect(renders).toEqual({ '/': 1, '/product-details/boxy-tee': 1 })
})
