import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ONE_PIXEL_PNG } from '../../../tests/support/one-pixel-png.ts'
import { ORIGIN, openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import { listAudit } from '../audit/sql.server.ts'
import { applyDuePlans } from '../settings/planned.server.ts'

let shop: TestShop
let asha: SignedInStaff
let meera: SignedInStaff
beforeAll(async () => {
  shop = await openTestShop()
  asha = await signInStaff(shop, 'manager', 'asha')
  meera = await signInStaff(shop, 'owner', 'meera')
})
afterAll(() => shop.close())

const voices = (heading: string) => ({
  type: 'testimonials',
  heading,
  voices: [{ text: 'Fine cotton', author: 'Sneha' }],
})
const read = async (who = asha) => (await who.browser.call('GET', '/home-page')).body
const put = (sections: unknown, version?: unknown, who = asha) =>
  who.browser.call('PUT', '/home-page', { sections }, version === undefined ? {} : { 'if-match': `"${version}"` })
const shown = async () => {
  const response = await shop.api('GET /user/homeSections', {})
  return response.ok ? response.data.sections : []
}

test('sections are published with their audit line, and taken back whole', async () => {
  const before = await read()
  expect(before).toMatchObject({ isDefault: true, draft: null, planned: [] })
  const saved = await put([voices('Heard'), { type: 'banner' }], before.version)
  expect(saved).toMatchObject({
    status: 200,
    body: { sections: [voices('Heard'), { type: 'banner' }], isDefault: false },
  })
  expect(await shown()).toMatchObject([{ heading: 'Heard' }, { type: 'banner' }])
  expect(await listAudit(shop.shop.db, { subject: 'settings', limit: 1 })).toMatchObject([
    { actor: expect.stringContaining('asha'), after: { 'home.sections': [{ heading: 'Heard' }, { type: 'banner' }] } },
  ])
  const back = await asha.browser.call('POST', '/settings/home.sections/return', { version: saved.body.before })
  expect(back).toMatchObject({ status: 200, body: { version: before.version } })
  expect((await read()).sections).toEqual(before.sections)
})

test('of two who publish, the second sees what the first made of it', async () => {
  const { version } = await read()
  expect(await put([voices('Hers')], version, meera)).toMatchObject({ status: 200 })
  expect(await put([voices('Mine')], version)).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      current: { sections: [voices('Hers')] },
      fields: ['sections'],
      by: expect.stringContaining('meera'),
    },
  })
})

test('different fields of two people both stay; of the same field both values come back', async () => {
  const hero = {
    type: 'hero',
    label: 'New',
    heading: 'Winter',
    text: 'Wool',
    picture: '/media/a.webp',
    phonePicture: '/media/b.webp',
    button: { text: 'Look', link: '/categories' },
  }
  await put([hero, voices('Before')])
  const { version } = await read()
  expect(await put([{ ...hero, heading: 'Spring' }, voices('Before')], version, meera)).toMatchObject({
    body: { merged: false },
  })
  const both = await put([{ ...hero, text: 'Silk' }, voices('After')], version)
  expect(both).toMatchObject({ status: 200, body: { merged: true } })
  expect(await shown()).toMatchObject([{ heading: 'Spring', text: 'Silk' }, { heading: 'After' }])
  // What Meera had made of it is one step back.
  const back = await asha.browser.call('POST', '/settings/home.sections/return', { version: both.body.before })
  expect(back.status).toBe(200)
  expect(await shown()).toMatchObject([{ heading: 'Spring', text: 'Wool' }, { heading: 'Before' }])

  const refused = await put([{ ...hero, heading: 'Summer', label: 'Just in' }, voices('Before')], version)
  expect(refused).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      current: { sections: [{ heading: 'Spring' }, {}] },
      clashes: [{ section: 'Summer', field: 'heading', theirs: 'Spring', mine: 'Summer' }],
      merged: {
        mine: [{ heading: 'Summer', label: 'Just in' }, {}],
        theirs: [{ heading: 'Spring', label: 'Just in' }, {}],
      },
    },
  })
})

test('a fault is named by section and field', async () => {
  expect(await put([{ type: 'banner' }, voices('')])).toMatchObject({
    status: 400,
    body: { message: 'Section 2, heading: can’t be empty.', errors: [{ path: 'sections.1.heading' }] },
  })
  expect(await put([{ type: 'banner' }, { type: 'banner' }])).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'sections' }] },
  })
  expect(await put('none')).toMatchObject({ status: 400 })
})

test('a draft is its writer’s own, and stays until it is thrown away', async () => {
  const { version } = await read()
  const draft = { sections: [voices('In work')], version }
  expect(await asha.browser.call('PUT', '/home-page/draft', draft)).toMatchObject({ status: 200, body: { errors: [] } })
  expect(await read()).toMatchObject({ draft: { sections: [voices('In work')], version, errors: [] } })
  expect(await read(meera)).toMatchObject({ draft: null })
  expect((await asha.browser.call('DELETE', '/home-page/draft')).status).toBe(204)
  expect(await read()).toMatchObject({ draft: null })
})

test('sections are published with the end of their draft, or not at all', async () => {
  const { db } = shop.shop
  const { version, sections } = await read()
  await asha.browser.call('PUT', '/home-page/draft', { sections: [voices('Half')], version })
  await sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_it before delete on staff_drafts for each row execute function refuse_it()`.execute(
    db,
  )
  expect((await put([voices('Half')], version)).status).toBe(500)
  expect(await read()).toMatchObject({ version, sections, draft: { sections: [voices('Half')] } })
  await sql`drop function refuse_it cascade`.execute(db)
  expect((await put([voices('Half')], version)).status).toBe(200)
  expect(await read()).toMatchObject({ sections: [voices('Half')], draft: null })
})

test('sections planned for a time in India are published then, by whoever planned them', async () => {
  for (const at of ['yesterday', '2020-01-01T09:00', '2099-01-01T09:00'])
    expect(await asha.browser.call('POST', '/home-page/plan', { sections: [voices('x')], at })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'at' }] },
    })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const planned = await asha.browser.call('POST', '/home-page/plan', {
    sections: [voices('Diwali')],
    at: `${day}T09:00`,
  })
  expect(planned).toMatchObject({ status: 201, body: { at: `${day}T03:30:00.000Z` } })
  expect(await read(meera)).toMatchObject({
    planned: [{ id: planned.body.id, by: expect.stringContaining('asha'), problem: null }],
  })
  await applyDuePlans(shop.shop)
  expect(await shown()).not.toMatchObject([{ heading: 'Diwali' }])
  await sql`update planned_settings set due_at = now()`.execute(shop.shop.db)
  await Promise.all([applyDuePlans(shop.shop), applyDuePlans(shop.shop)])
  expect(await shown()).toMatchObject([{ heading: 'Diwali' }])
  expect(await read()).toMatchObject({ planned: [], changedBy: expect.stringContaining('asha') })
  const lines = await listAudit(shop.shop.db, { subject: 'settings', limit: 50 })
  expect(lines.filter(({ after }) => JSON.stringify(after).includes('Diwali'))).toHaveLength(1)
})

test('what is planned can be taken back, and what failed says why', async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const plan = () => asha.browser.call('POST', '/home-page/plan', { sections: [voices('Later')], at: day })
  const { id } = (await plan()).body
  expect((await meera.browser.call('DELETE', `/settings/plans/${id}`)).status).toBe(200)
  expect((await meera.browser.call('DELETE', `/settings/plans/${id}`)).status).toBe(404)
  await plan()
  await sql`update planned_settings set due_at = now(), changes = '{"home.sections": [{"type": "gone"}]}' where done_at is null`.execute(
    shop.shop.db,
  )
  await applyDuePlans(shop.shop)
  expect(await read()).toMatchObject({ planned: [{ problem: expect.stringContaining('must be hero, banner') }] })
})

test('a picture is stored under one path, and the banner set and removed', async () => {
  const upload = async (bytes: Uint8Array, type = 'image/png') => {
    const response = await shop.fetch('/api/admin/home-page/pictures', {
      method: 'POST',
      headers: { 'content-type': type, origin: ORIGIN, cookie: asha.browser.cookie },
      body: new Uint8Array(bytes),
    })
    return { status: response.status, body: (await response.json()) as { path?: string; code?: string } }
  }
  const first = await upload(ONE_PIXEL_PNG)
  expect(first).toMatchObject({
    status: 201,
    body: { path: expect.stringMatching(/^\/media\/home-\w+\.webp$/), width: 1 },
  })
  expect((await upload(ONE_PIXEL_PNG)).body.path).toBe(first.body.path)
  expect((await shop.fetch(first.body.path ?? '')).status).toBe(200)
  expect(await upload(Buffer.from('no picture'))).toMatchObject({ status: 422, body: { code: 'unreadable_picture' } })
  expect(await upload(ONE_PIXEL_PNG, 'image/svg+xml')).toMatchObject({ status: 415 })
  expect(await asha.browser.call('PUT', '/banner', { url: first.body.path })).toMatchObject({ status: 200 })
  expect(await shop.api('GET /user/banner', {})).toMatchObject({ data: { url: first.body.path } })
  expect(await asha.browser.call('PUT', '/banner', { url: 'http://x.example/a.jpg' })).toMatchObject({ status: 400 })
  expect(await asha.browser.call('PUT', '/banner', { url: null })).toMatchObject({ body: { url: null } })
})
