import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attack } from '../support/doors.ts'
import { ROOT } from '../support/processes.ts'

const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const count = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length

/** The examples in deploy/, and what a proxy passes on. */
export const attacks: readonly Attack[] = [
  {
    finding: 'L13',
    tried: 'the largest body that the example proxies let staff and shoppers send',
    before: 'staff 8m, shoppers 8m',
    wanted: 'staff 70m, shoppers 8m',
    async run() {
      const sizes = (await read('deploy/nginx.conf')).match(/client_max_body_size \w+/g) ?? []
      const [shoppers, staff] = sizes.map((size) => size.split(' ')[1])
      return `staff ${staff}, shoppers ${shoppers}`
    },
  },
  {
    finding: 'L13',
    tried: 'containers of the example that may write to their files or keep rights',
    before: '2 of 3',
    wanted: '0 of 3',
    async run() {
      const compose = await read('deploy/compose.yaml')
      const services = count(compose, /^ {2}\w+:\n {4}(?:image|build):/gm)
      return `${3 - Math.min(count(compose, /read_only: true/g), count(compose, /cap_drop: \[ALL\]/g))} of ${Math.max(3, services)}`
    },
  },
  {
    finding: 'L13',
    tried: 'programs that packages run when they are installed',
    before: 'run by a plain npm ci',
    wanted: 'none',
    run: async () => (/^ignore-scripts=true$/m.test(await read('.npmrc')) ? 'none' : 'run by a plain npm ci'),
  },
  {
    finding: 'new',
    tried: 'a client invents an address for each guess, in front of the one that the proxy adds',
    wanted: '401, 401, 401, 401, 401, 429, 429',
    async run({ stranger, owner }) {
      const statuses = []
      for (let n = 0; n < 7; n++) {
        const body = { email: owner.email, otp: 100_000 + n }
        statuses.push((await stranger(`192.0.2.${n}, 198.51.100.90`, '/verify', body)).status)
      }
      return statuses.join(', ')
    },
  },
  {
    finding: 'new',
    tried: 'the shop’s program in the example’s image and unit runs as root',
    wanted: 'user shop, no new privileges',
    async run() {
      const user = /^USER (\w+)$/m.exec(await read('deploy/Dockerfile'))?.[1] ?? 'root'
      const unit = await read('deploy/shop.service')
      return `user ${user}, ${/^NoNewPrivileges=yes$/m.test(unit) ? '' : 'any '}no new privileges`
    },
  },
  {
    finding: 'new',
    tried: 'a client that no proxy names reads the metrics through the example proxies’ headers',
    wanted: '403, 403, 403',
    async run({ host }) {
      const names = ['x-forwarded-for', 'forwarded', 'x-real-ip']
      const statuses = []
      for (const name of names)
        statuses.push((await host.fetch('/metrics', { headers: { [name]: '127.0.0.1' } })).status)
      return statuses.join(', ')
    },
  },
]
