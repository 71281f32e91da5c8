import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentSchema } from '#platform/config/environment.server.ts'
import { readConfig } from '#platform/config.server.ts'
import { contract } from '#shop/contract.ts'
import { SETTING_NAMES } from '#shop/settings/definitions.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { largeCalls, uploadBytes } from '../src/app/request-queues.server.ts'
import { program } from '../src/cli/main.ts'
import { commandReference } from '../src/cli/reference.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = readdirSync(join(root, 'deploy')).map((file) => `deploy/${file}`)
const port = readConfig({ SHOP_ENV_FILE: '' }, { root }).port
/** A file's lines without comments. */
const code = (file: string) => read(file).replaceAll(/^\s*#.*$/gm, '')

/** The values of `name = …` in a unit, or of a directive elsewhere. */
const valuesOf = (file: string, pattern: RegExp) => [...code(file).matchAll(pattern)].map(([, value = '']) => value)

test('every proxy, image and health check in deploy/ uses the port at which the shop listens by default', () => {
  const named = [
    ...valuesOf('deploy/Caddyfile', /SHOP:127\.0\.0\.1:(\d+)/g),
    ...valuesOf('deploy/caddy.conf', /SHOP=127\.0\.0\.1:(\d+)/g),
    ...valuesOf('deploy/nginx.conf', /server 127\.0\.0\.1:(\d+)/g),
    ...valuesOf('deploy/compose.yaml', /SHOP: shop:(\d+)/g),
    ...valuesOf('deploy/Dockerfile', /^EXPOSE (\d+)$/gm),
    ...valuesOf('deploy/Dockerfile', /PORT=(\d+)/g),
  ]
  expect(named).toEqual(Array.from({ length: 6 }, () => String(port)))
})

test('files of the project that deploy/ names exist', () => {
  const started = [
    ...valuesOf('deploy/shop.service', /^ExecStart=\S+ (\S+)/gm),
    ...valuesOf('deploy/Dockerfile', /"(scripts\/[^"]+)"/g),
    ...valuesOf('deploy/shop', /((?:scripts|src)\/\S+)/g),
    ...valuesOf('deploy/compose.yaml', /dockerfile: (\S+)/g),
    ...valuesOf('deploy/compose.yaml', /- \.\/(\S+?):/g).map((file) => `deploy/${file}`),
    ...valuesOf('.dockerignore', /^!(\S+)/gm),
  ]
  expect(started.length).toBeGreaterThan(15)
  expect(started.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('what an image needs to build and to start is sent to the builder', () => {
  const sent = valuesOf('.dockerignore', /^!(\S+)/gm)
  const sources = /SOURCES = \[(.*)\]/.exec(read('scripts/ensure.mjs'))?.[1] ?? ''
  const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, file = '']) => file)
  expect(needed.length).toBeGreaterThan(3)
  expect(sent).toEqual(expect.arrayContaining([...needed, 'package.json', 'server.ts', 'scripts', 'db', 'catalogue']))
})

test('settings that deploy/ sets are settings of the shop', () => {
  const others = ['DOMAIN', 'SHOP', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_INITDB_ARGS']
  const process = ['PATH', 'HOME', 'NODE_COMPILE_CACHE', 'SHOP_ENV_FILE', 'INIT_CWD']
  const known = new Set([...Object.keys(environmentSchema.shape), ...others, ...process])
  const named = files.flatMap((file) => [
    ...valuesOf(file, /^(?:Environment=|ENV |export |\s{4})?([A-Z][A-Z_]+)=/gm),
    ...valuesOf(file, /^ {6}([A-Z][A-Z_]+): /gm),
  ])
  expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL', 'SMTP_URL', 'NODE_ENV']))
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('proxies let through what the shop takes, the staff’s larger files only for staff, and nothing much larger', () => {
  const staff = Math.max(...largeCalls(staffContract).map(({ endpoint }) => uploadBytes(endpoint) ?? 0))
  const shoppers = Math.max(...largeCalls(contract).map(({ endpoint }) => uploadBytes(endpoint) ?? 0))
  const limits = (file: string, pattern: RegExp) => valuesOf(file, pattern).map((megabytes) => Number(megabytes) * 1e6)
  const ofStaff = [
    ...limits('deploy/Caddyfile', /@staff path \/api\/admin\/\*\s+request_body @staff \{\s+max_size (\d+)MB/g),
    ...limits('deploy/nginx.conf', /location \/api\/admin\/ \{\s+client_max_body_size (\d+)m;/g),
  ]
  const ofOthers = [
    ...limits('deploy/Caddyfile', /@others not path \/api\/admin\/\*\s+request_body @others \{\s+max_size (\d+)MB/g),
    ...limits('deploy/nginx.conf', /^ {4}client_max_body_size (\d+)m;/gm),
  ]
  for (const [found, largest] of [
    [ofStaff, staff],
    [ofOthers, shoppers],
  ] as const) {
    expect(found).toHaveLength(2)
    for (const limit of found) {
      expect(limit).toBeGreaterThan(largest)
      expect(limit).toBeLessThan(1.4 * largest)
    }
  }
})

test('every container gives up the rights that it doesn’t need', () => {
  const services =
    read('deploy/compose.yaml')
      .split(/^networks:/m)[0]
      ?.split(/^ {2}(?=\w+:$)/m)
      .slice(1) ?? []
  expect(services).toHaveLength(3)
  for (const service of services)
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(service).toContain(line)
})

test('proxies close idle connections before the shop does, and a stop has more time than the shop takes', () => {
  const seconds = (file: string, pattern: RegExp) => Number(valuesOf(file, pattern)[0])
  const listener = read('src/platform/http/listener.server.ts')
  const keptAlive = Number(/keepAliveTimeout = ([\d_]+)/.exec(listener)?.[1]?.replaceAll('_', '')) / 1000
  expect(seconds('deploy/Caddyfile', /keepalive (\d+)s/g)).toBeLessThan(keptAlive)
  expect(seconds('deploy/nginx.conf', /keepalive_timeout (\d+)s/g)).toBeLessThan(keptAlive)
  const deadline =
    Number(/deadlineMs: ([\d_]+)/.exec(read('src/app/run-shop.server.ts'))?.[1]?.replaceAll('_', '')) / 1000
  expect(deadline).toBeGreaterThan(0)
  expect(seconds('deploy/shop.service', /TimeoutStopSec=(\d+)/g)).toBeGreaterThan(deadline)
  expect(seconds('deploy/compose.yaml', /stop_grace_period: (\d+)s/g)).toBeGreaterThan(deadline)
})

test('the unit allows as many open files as the shop takes connections', () => {
  const connections = Number(/connections: (\d+),/.exec(read('src/platform/http/listener.server.ts'))?.[1])
  expect(Number(valuesOf('deploy/shop.service', /LimitNOFILE=(\d+)/g)[0])).toBeGreaterThan(connections)
})

const guides = read('docs/operating.md') + read('docs/incidents.md')

test('commands, settings and rehearsals that the guides name exist', () => {
  const reference = commandReference(program)
  const typed = [...guides.matchAll(/(?:^|`|npm run shop -- )shop ([a-z-]+(?: [a-z-]+)?)/gm)].map(
    ([, words = '']) => words,
  )
  expect(typed.length).toBeGreaterThan(40)
  const isKnown = (words: string) =>
    [words, words.split(' ')[0]].some((name) => new RegExp(`^##+ ${name}(?: |$)`, 'm').test(reference))
  expect(typed.filter((words) => !isKnown(words))).toEqual([])
  const settings = [...guides.matchAll(/settings set ([\w.]+)/g)].map(([, name = '']) => name)
  expect(settings.filter((name) => !SETTING_NAMES.some((known) => known === name))).toEqual([])
  const faults = [...guides.matchAll(/npm run faults -- ([a-z0-9 -]+)/g)].flatMap(([, names = '']) =>
    names.trim().split(' '),
  )
  expect(faults.length).toBeGreaterThan(8)
  expect(faults.filter((name) => !existsSync(join(root, `tests/faults/${name}.ts`)))).toEqual([])
})

test('every page of incidents.md has what to see, what happens, what to do, what to check and a rehearsal', () => {
  const pages = read('docs/incidents.md').split(/^## /m).slice(1)
  expect(pages.length).toBeGreaterThanOrEqual(8)
  for (const page of pages)
    for (const part of ['**You notice:**', '**Now', '**Afterwards:**', '**Rehearsal:**']) expect(page).toContain(part)
})

test.for([
  ['haproxy', ['-c', '-f', 'deploy/haproxy.cfg']],
  ['varnishd', ['-C', '-f', join(root, 'deploy/varnish.vcl')]],
  ['promtool', ['check', 'rules', 'deploy/alerts.yml']],
] as const)('%s accepts its file in deploy/', ([name, args], { skip }) => {
  const program = [name, `/usr/sbin/${name}`].find((path) => !spawnSync(path, ['--help']).error)
  if (program === undefined) return skip()
  const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

test('settings that the operating guide writes are settings of the shop', () => {
  const [, lines = ''] = /cat > \/etc\/shop\/shop\.env <<END\n([\s\S]*?)\nEND/.exec(read('docs/operating.md')) ?? []
  const names = [...lines.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names).toContain('PUBLIC_URL')
  expect(names.filter((name) => !Object.hasOwn(environmentSchema.shape, name))).toEqual([])
})

test('what the rehearsal of the operating guide replaces is in the guide, and nothing else is', () => {
  const named = [...read('docs/operating.md').matchAll(/^```sh replay=(\S+)$/gm)].map(([, name = '']) => name)
  const [, table = ''] = /const INSTEAD[^\n]*= \{\n([\s\S]*?)\n\}\n/.exec(read('tests/faults/operating-guide.ts')) ?? []
  const replaced = [...table.matchAll(/^ {2}async '?([\w-]+)'?\(/gm)].map(([, name = '']) => name)
  expect(new Set([...replaced, 'none'])).toEqual(new Set(named))
})
