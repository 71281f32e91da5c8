import { join } from 'node:path'
import { expect } from 'vitest'
import type { CallName } from '#platform/api/endpoint.ts'
import { indianDay } from '#platform/india-time.ts'
import { newestBackupId, recordBackup } from '#shop/backups/sql.server.ts'
import { readWork } from '#shop/backups/work-sql.server.ts'
import { until } from '../support/until.ts'
import { type Make, made, type ScenarioContext } from './staff-scenario.ts'

let changes = 0
/** A change of a setting, and the version of all settings before it. */
async function changed(context: ScenarioContext): Promise<number> {
  const value = `Daily, scenario ${++changes}`
  return Number((await made(context, 'PUT', '/settings/shop.hours', { value })).before)
}

const sections = () => [
  { type: 'testimonials', heading: `Scenario ${++changes}`, voices: [{ text: 'Fine cotton', author: 'Sneha' }] },
]
const inThreeDays = () => `${indianDay(new Date(Date.now() + 3 * 86_400_000))}T09:00`
const plan = () => ({ sections: sections(), at: inThreeDays() })
const settingsPlan = () => ({ values: { 'shop.hours': `Scenario ${++changes}` }, at: inThreeDays() })

const STORE = { address: 'Linking Road, Mumbai 400050', lat: 19.0628, lng: 72.8352, status: 'Open' }
const storeText = () => JSON.stringify({ ...STORE, id: 'scenario', name: `Scenario ${++changes}` })
const addedStore = async (context: ScenarioContext): Promise<string> => {
  const { store } = await made(context, 'POST', '/stores', { ...STORE, name: `Scenario ${++changes}` })
  // Safe cast: the call's response.
  return (store as { id: string }).id
}

/** No cart of the other scenarios reaches its minimum. */
const offer = () => ({ name: `Scenario ${++changes}`, kind: 'percent', value: 10, minimum: { goods: 500_000 } })
const addedOffer = async (context: ScenarioContext, more: object = {}): Promise<string> =>
  String((await made(context, 'POST', '/offers', { ...offer(), ...more })).id)

/** Waits until no work on backups is under way, and says where they go. */
async function readyForBackups({ shop, owner }: ScenarioContext): Promise<string> {
  await until('no work on backups', 10_000, async () => (await readWork(shop.shop.db)) === null)
  const to = join(shop.config.dataDir, 'backups')
  const set = await owner.browser.call('PUT', '/settings/backup.to', { value: to })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return to
}

/** Changes of settings, stores, the home page, and what the first evening tries. */
export const settingsScenarios: Partial<Record<CallName, Make>> = {
  'PUT /settings/{name}': async () => ({ path: '/settings/shop.hours', body: { value: `Scenario ${++changes}` } }),
  'PATCH /settings': async () => ({ path: '/settings', body: { values: { 'shop.hours': `Scenario ${++changes}` } } }),
  'POST /settings/{name}/return': async (context) => ({
    path: '/settings/shop.hours/return',
    body: { version: await changed(context) },
  }),
  'POST /settings/undo': async (context) => {
    await changed(context)
    return {}
  },
  'POST /settings/return': async (context) => {
    await changed(context)
    return { body: { version: await changed(context) } }
  },
  'POST /stores': async () => ({ body: { ...STORE, name: `Scenario ${++changes}` } }),
  'PATCH /stores/{id}': async (context) => ({
    path: `/stores/${await addedStore(context)}`,
    body: { status: 'Closed', opening: [{ days: ['Sun'], from: '12:00', to: '18:00' }] },
  }),
  'DELETE /stores/{id}': async (context) => ({ path: `/stores/${await addedStore(context)}` }),
  'POST /stores/{id}/move': async (context) => {
    await addedStore(context)
    return { path: `/stores/${await addedStore(context)}/move`, body: { to: 1 } }
  },
  'POST /stores/import': async () => ({ body: { text: storeText() } }),
  'POST /offers': async () => ({ body: { ...offer(), code: `SCENARIO${changes}` } }),
  'PATCH /offers/{id}': async (context) => ({
    path: `/offers/${await addedOffer(context, { code: `CHANGED${++changes}` })}`,
    body: { value: 15, codes: 'none', emails: ['ria@example.com'], who: 'emails', limits: { total: 100 } },
  }),
  'POST /offers/{id}/start': async (context) => ({ path: `/offers/${await addedOffer(context)}/start` }),
  'POST /offers/{id}/stop': async (context) => ({
    path: `/offers/${await addedOffer(context, { state: 'running' })}/stop`,
  }),
  'POST /offers/{id}/codes': async (context) => ({
    path: `/offers/${await addedOffer(context, { codes: 'batch' })}/codes`,
    body: { count: 5 },
  }),
  'PUT /home-page': async () => ({ body: { sections: sections() } }),
  'POST /home-page/plan': async () => ({ body: plan() }),
  'POST /settings/plans': async () => ({ body: settingsPlan() }),
  'DELETE /settings/plans/{id}': async (context) => ({
    path: `/settings/plans/${String((await made(context, 'POST', '/settings/plans', settingsPlan())).id)}`,
  }),
  'PUT /banner': async () => ({ body: { url: `/media/banner-${++changes}.webp` } }),
  'POST /connections/payments': async () => ({ body: { keyId: 'rzp_test_scenario', keySecret: 'scenario-secret' } }),
  'POST /connections/delhivery': async () => ({ body: { token: 'scenario-token' } }),
  'POST /connections/shiprocket': async () => ({ body: { email: 'api@shop.test', password: 'scenario-password' } }),
  'DELETE /connections/{carrier}': async () => ({ path: '/connections/shiprocket' }),
  'POST /connections/mail': async () => ({
    body: { host: 'smtp.example.test', port: 465, encryption: 'tls', user: 'shop', password: 'secret' },
  }),
  'POST /connections/mail/check': async () => ({}),
  'POST /backups': async (context) => {
    await readyForBackups(context)
    return {}
  },
  'POST /backups/{id}/verify': async (context) => {
    const place = await readyForBackups(context)
    const { db } = context.shop.shop
    await recordBackup(db, { madeAt: new Date(), place, name: `scenario-${++changes}.tar`, scheduled: false })
    return { path: `/backups/${await newestBackupId(db)}/verify` }
  },
  'POST /preview-links': async () => ({ body: { days: 2 } }),
  'DELETE /preview-links': async (context) => {
    await made(context, 'POST', '/preview-links', { days: 2 })
    return {}
  },
}
