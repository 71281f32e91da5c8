import { type Attack, sendUnfinished, slowestWhile, textOf } from '../support/doors.ts'

const NESTED = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs><rect id="a0" width="1" height="1" fill="#b0413e"/>${[
  1, 2, 3, 4, 5, 6,
]
  .map((n) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`)
  .join('')}</defs><use href="#a6"/></svg>`

/** Uploads, imports and what costs the shop work. */
export const attacks: readonly Attack[] = [
  {
    finding: 'M2',
    tried: 'a shopper’s unfinished uploads from four addresses; a manager sends a carrier’s file meanwhile',
    before: '503 shop_busy',
    wanted: /^(?:200|400)/,
    async run(doors) {
      const { id, token } = await doors.environment.customer()
      const stop = await sendUnfinished(
        doors,
        8,
        (n) =>
          `POST /api/user/product/boxy-tee/user/${id}/reviewPhoto HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: 198.51.100.${80 + (n % 4)}\r\nContent-Type: image/jpeg\r\nContent-Length: 6000000`,
      )
      const sent = await doors.manager.browser.call(
        'POST',
        '/shipments/import',
        new TextEncoder().encode('order,tracking\n'),
      )
      stop()
      return textOf(sent)
    },
  },
  {
    finding: 'M3',
    tried: 'a logo of 1.2 KB that draws a million elements',
    before: '200, stored',
    wanted: '400 invalid_input',
    run: ({ as, manager }) => as(manager, 'PUT', '/settings/brand.mark', { value: NESTED }),
  },
  {
    finding: 'M4',
    tried: 'page texts of 50,000 brackets; a cached page meanwhile',
    before: 'more than 15 s',
    wanted: 'within 3 s',
    async run(doors) {
      const pages = ['about', 'terms', 'shipping', 'exchanges', 'privacy']
      const values = Object.fromEntries(pages.map((page) => [`page.${page}`, '['.repeat(50_000)]))
      const body = { values, path: '/' }
      return slowestWhile(doors, '/about-us', () => doors.as(doors.manager, 'PUT', '/settings/preview', body))
    },
  },
  {
    finding: 'L10',
    tried: 'sixteen settings of 3 MB that a manager never finishes; a shopper’s list meanwhile',
    before: '9.9 s',
    wanted: 'within 3 s',
    async run(doors) {
      let stop = () => {}
      const list = '/api/user/filterProduct?q=never-cached'
      const slowest = await slowestWhile(doors, list, async () => {
        stop = await sendUnfinished(
          doors,
          16,
          () =>
            `PUT /api/admin/settings/shop.name HTTP/1.1\r\nHost: ${new URL(doors.origin).host}\r\nOrigin: ${doors.origin}\r\nCookie: ${doors.manager.browser.cookie}\r\nContent-Type: application/json\r\nContent-Length: 3000000`,
        )
        for (let n = 0; n < 5; n++)
          await doors.host.fetch(`${list}-${n}`, { headers: { 'x-forwarded-for': '203.0.113.10' } })
      })
      stop()
      return slowest
    },
  },
  {
    finding: 'new',
    tried: 'a drawing with a script, and a page and an archive with a picture’s type, as a product’s picture',
    wanted: '415 unsupported_media_type, 422 unreadable_picture, 422 unreadable_picture',
    async run({ as, manager, host }) {
      const files = [
        ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
        ['image/png', '\u0089PNG<html><script>alert(1)</script>'],
        ['image/jpeg', 'PK\u0003\u0004'],
      ] as const
      const answers = []
      await as(manager, 'GET', '/session')
      for (const [type, body] of files) {
        const headers = { cookie: manager.browser.cookie, origin: 'http://shop.test', 'content-type': type }
        const path = '/api/admin/products/boxy-tee/pictures'
        const response = await host.fetch(path, { method: 'POST', headers, body })
        answers.push(textOf({ status: response.status, body: await response.json() }))
      }
      return answers.join(', ')
    },
  },
  {
    finding: 'new',
    tried: 'stores from a file whose rows have __proto__ and constructor',
    wanted: /^200, \d errors, nothing polluted$/,
    async run({ manager }) {
      const text = [
        '{"id":"one","name":"One","address":"1 Road, Pune 411004","lat":18.5,"lng":73.8,"status":"Open","__proto__":{"polluted":"yes"}}',
        '{"id":"__proto__","name":"Two","address":"2 Road, Pune 411004","lat":18.5,"lng":73.8,"status":"Open"}',
        '{"id":"constructor","name":{"__proto__":{"polluted":"yes"}},"address":"3","lat":1,"lng":1,"status":"Open"}',
      ].join('\n')
      const { status, body } = await manager.browser.call('POST', '/stores/import', { text })
      const list = await manager.browser.call('GET', '/stores')
      const errors = Array.isArray(body.errors) ? body.errors.length : 0
      return `${status}, ${errors} errors, ${JSON.stringify(list.body).includes('polluted') ? 'polluted' : 'nothing polluted'}`
    },
  },
  {
    finding: 'new',
    tried: 'a sheet of 90 labels asked for twelve times at once; a cached page meanwhile',
    wanted: 'within 3 s',
    async run(doors) {
      const { sku } = await doors.environment.db.selectFrom('stock').select('sku').limit(1).executeTakeFirstOrThrow()
      const path = `/labels.pdf?skus=${Array.from({ length: 90 }, () => sku).join(',')}`
      return slowestWhile(doors, '/about-us', () =>
        Promise.all(Array.from({ length: 12 }, () => doors.manager.browser.call('GET', path))),
      )
    },
  },
]
