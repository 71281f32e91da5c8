import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { freePort } from '../support/processes.ts'
import { until } from '../support/until.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'
import { DOMAIN, overHttp2, trustLocally } from './support/local-https.ts'
import { ROOT } from './support/processes.ts'
import { registerShopper, type Shopper } from './support/shopper.ts'

const PIECE = { productId: 'boxy-tee', color: 'Black', size: 'M', price: 1299 }
/** The shop takes photos of up to 6 MiB. */
const LIMIT = 6 * 1024 * 1024
/** What a proxy sets itself, or another connection has. */
const OF_THE_CONNECTION = /^(?::status|connection|keep-alive|date|server|transfer-encoding|alt-svc|via|content-length)$/

interface Proxy {
  name: string
  /** Its origin, as shoppers type it. */
  origin: string
  certificate: string
}

const isInstalled = (program: string) => spawnSync(program, ['version']).error === undefined

/** Caddy with deploy/Caddyfile and its own certificate authority, on ports of its own. */
async function startCaddy(context: FaultContext, { port, to }: { port: number; to: number }): Promise<Proxy> {
  const folder = await context.folder('caddy')
  const [http, admin] = [await freePort(), await freePort()]
  const file = await readFile(join(ROOT, 'deploy/Caddyfile'), 'utf8')
  const global = `{\n\thttp_port ${http}\n\thttps_port ${port}\n\tadmin 127.0.0.1:${admin}\n\tskip_install_trust\n\tlocal_certs\n}\n`
  await writeFile(join(folder, 'Caddyfile'), `${global}${file}`)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    env: { ...env, DOMAIN, SHOP: `127.0.0.1:${to}` },
    stdio: 'ignore',
  })
  context.own(child)
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  const certificate = await until('Caddy has a certificate', 20_000, () => readFile(root, 'utf8').catch(() => null))
  return { name: 'Caddy', origin: `https://${DOMAIN}:${port}`, certificate }
}

/** nginx with deploy/nginx.conf and a certificate that signs itself. */
async function startNginx(context: FaultContext, { port, to }: { port: number; to: number }): Promise<Proxy> {
  const folder = await context.folder('nginx')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  spawnSync('openssl', ['req', '-x509', ...curve, '-days', '2', ...subject, '-keyout', key, '-out', cert])
  const site = (await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'))
    .replaceAll('shop.example', DOMAIN)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${key};`)
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${to};`)
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  // gzip is on in Debian’s own configuration. One process, so that none is left when it is killed.
  const outer = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; gzip on; ${temporary.join(' ')}\n${site}\n}\n`
  await writeFile(join(folder, 'nginx.conf'), outer)
  context.own(spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }))
  return { name: 'nginx', origin: `https://${DOMAIN}:${port}`, certificate: await readFile(cert, 'utf8') }
}

/** A JPEG of this many bytes: noise, and a comment that fills it up. */
async function jpegOf(bytes: number): Promise<Buffer> {
  const [width, height] = [1600, 1200]
  const noise = randomBytes(width * height * 3)
  const jpeg = await sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
  const parts = [jpeg.subarray(0, 2)]
  for (let left = bytes - jpeg.length; left > 0; ) {
    const size = Math.min(left, 65_000)
    // A segment has four bytes of its own at least.
    const length = left - size > 0 && left - size < 4 ? size - 4 : size
    const segment = Buffer.alloc(length)
    segment.set([0xff, 0xfe, (length - 2) >> 8, (length - 2) & 0xff])
    parts.push(segment)
    left -= length
  }
  return Buffer.concat([...parts, jpeg.subarray(2)])
}

async function sendPhoto(origin: string, { id, token }: Shopper, bytes: number): Promise<number> {
  const body = new Uint8Array(await jpegOf(bytes))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
  const path = `${origin}/api/user/product/${PIECE.productId}/user/${id}/reviewPhoto`
  // A proxy that refuses a body may close the connection before it was sent.
  return fetch(path, { method: 'POST', headers, body }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
}

/** The headers that differ between the shop and a proxy. */
function differences(direct: CallResult, proxied: Record<string, string>): string[] {
  const shops = Object.fromEntries(direct.headers)
  return [...new Set([...Object.keys(shops), ...Object.keys(proxied)])]
    .filter((name) => !OF_THE_CONNECTION.test(name) && shops[name] !== proxied[name])
    .map((name) => `${name}: ${shops[name] ?? 'none'} → ${proxied[name] ?? 'none'}`)
}

/** A shopper's way through a proxy, from the first page to a photo of what was bought. */
async function checkProxy(context: FaultContext, environment: Environment, proxy: Proxy): Promise<CheckResult> {
  const { origin, name } = proxy
  trustLocally(context, proxy.certificate)
  const wrong: string[] = []
  const expects = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) wrong.push(`${what}: ${found}, not ${wanted}`)
  }
  await until(`${name} responds`, 30_000, async () => (await call(origin, '/readyz')).status === 200)
  const headers = { 'accept-encoding': 'br, gzip' }
  for (const path of ['/', '/api/user/filterProduct?limit=12', '/nowhere']) {
    const direct = await call(environment.origin(), path, { headers })
    const page = await overHttp2(origin, path)
    expects(`${path} by HTTP/2`, page.status, direct.status)
    wrong.push(...differences(direct, page.headers).map((difference) => `${path} ${difference}`))
    if (!page.headers['strict-transport-security']) wrong.push(`${path} has no HSTS`)
    if (!page.headers['content-encoding']) wrong.push(`${path} isn’t compressed`)
  }
  const around = { origin, mail: environment.mail, sandbox: environment.sandbox, settings: DEFAULT_SETTINGS }
  const shopper = await registerShopper(around, `${name.toLowerCase()}@shopper.example`, 'Asha Kale')
  await shopper.buy(PIECE)
  const review = { productId: PIECE.productId, userId: shopper.id, stars: 5, comment: 'Fits.' }
  const posted = await call(origin, '/api/user/productReview', { token: shopper.token, body: review })
  expects('a review', posted.status, 201)
  expects('a photo of 6 MiB', await sendPhoto(origin, shopper, LIMIT), 201)
  expects('a photo of a byte more', await sendPhoto(origin, shopper, LIMIT + 1), 413)
  const forged = { token: 'nobody', headers: { 'x-forwarded-for': '203.0.113.9' } }
  await call(origin, `/api/user/getCartProduct/${shopper.id}`, forged)
  const refused = /"path":"\/api\/user\/getCartProduct[^\n]*"status":401[^\n]*"client":"([^"]+)"/
  const client = await until(
    'the refused request is logged',
    10_000,
    () => refused.exec(environment.shops[0]?.output() ?? '')?.[1],
  ).catch(() => 'nobody')
  expects('the client that the shop sees', client, '127.0.0.1')
  expects('/metrics from outside', (await call(origin, '/metrics')).status, 403)
  return {
    promise: `the shop behind ${name} is the same shop`,
    requirement: `deploy/ as it is: pages and calls by HTTP/2 with the shop’s own headers, HSTS and compression; registration, checkout, a photo at the limit and one beyond; the client’s address, not a forged one`,
    measured: wrong.length === 0 ? 'as required' : wrong.join('; '),
    ok: wrong.length === 0,
  }
}

async function run(context: FaultContext): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const [program, start] of [
    ['caddy', startCaddy],
    ['nginx', startNginx],
  ] as const) {
    if (!isInstalled(program)) {
      const promise = `the shop behind ${program} is the same shop`
      results.push({ promise, requirement: 'as in deploy/', measured: 'it isn’t installed', ok: true, skipped: true })
      continue
    }
    const port = await freePort()
    const environment = await openEnvironment(context, {
      database: 'embedded',
      settings: { PUBLIC_URL: `https://${DOMAIN}:${port}`, TRUST_PROXY: '1', LOG_LEVEL: 'info' },
    })
    const proxy = await start(context, { port, to: environment.shops[0]?.port ?? 0 })
    results.push(await checkProxy(context, environment, proxy))
    await environment.stop()
  }
  return results
}

export const fault: Fault = { about: 'Caddy and nginx as deploy/ sets them up', run }
