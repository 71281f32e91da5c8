import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { type BareMachine, bootBareMachine, missingForBareMachine } from './support/bare-machine.ts'
import { ANSWERS, PIECES, writeBoutique } from './support/boutique.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { call } from './support/http.ts'
import { DOMAIN, trustLocally } from './support/local-https.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { ROOT } from './support/processes.ts'
import { type SandboxProcess, startSandboxProcess } from './support/sandbox-process.ts'
import { registerShopper } from './support/shopper.ts'

const PROMISE = 'the operating guide, typed box by box on a bare Debian, ends in a real shop'
const REQUIREMENT =
  'every box of docs/operating.md, in order, under systemd: https, an order, a backup made, verified and restored, start at boot, a new version, another folder, a PostgreSQL server, a point in time between two orders'
/** The guide's ports on this machine, which must be free. */
const PORTS = [80, 443, 3000, 5432]
const FOR_SALE = PIECES.slice(0, 6)
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

/** A box of shell commands. `replay` names what is typed in its place. */
interface Box {
  heading: string
  commands: string
  replay: string | null
}

/** The boxes of the guide, in its order. */
function readBoxes(): Box[] {
  let heading = ''
  const boxes: Box[] = []
  const parts = /^#+ (?<title>.+)$|^```sh(?: replay=(?<replay>\S+))?\n(?<commands>[\s\S]*?)^```$/gm
  for (const { groups = {} } of readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').matchAll(parts)) {
    if (groups.title) heading = groups.title
    else boxes.push({ heading, commands: groups.commands ?? '', replay: groups.replay ?? null })
  }
  return boxes
}

interface Replay {
  context: FaultContext
  machine: BareMachine
  mail: MailServer
  sandbox: SandboxProcess
  /** What wasn't as the guide says. */
  wrong: string[]
  orders: number
}

/** Types commands; throws with what they printed if one fails. */
async function type(replay: Replay, commands: string): Promise<string> {
  const { machine, context } = replay
  const { code, text } = await machine.type(commands)
  for (const line of text.trimEnd().split('\n').slice(-25)) context.log(`  ${line}`)
  if (code !== 0) throw new Error(`exit ${code} of: ${commands.trim()}\n${text.slice(-1500)}`)
  if (/cannot be run in node_modules/.test(text)) replay.wrong.push('PostgreSQL is copied')
  return text
}

/** What is typed instead of a box that needs a person, a public name or real money. */
const INSTEAD: Record<string, (replay: Replay, box: Box) => Promise<void>> = {
  async values(replay) {
    const values = `DOMAIN=${DOMAIN}\nREPOSITORY=file:///srv/shop.git\nVERSION=v1\nSMTP_URL=${replay.mail.url}\nMAIL_FROM="shop@$DOMAIN"`
    await type(replay, values)
  },
  async init(replay) {
    const keys = Object.entries(replay.sandbox.settings).map(([name, value]) => `${name}=${value}`)
    await type(replay, `cat >> /etc/shop/shop.env <<END\n${keys.join('\n')}\nEND`)
    await type(replay, 'shop init --from /srv/import/answers.json --products none --yes')
  },
  async https(replay, { commands }) {
    const trust = `cp ${AUTHORITY} /usr/local/share/ca-certificates/caddy.crt; update-ca-certificates`
    await until('Caddy has a certificate', 60_000, async () => (await replay.machine.type(trust)).code === 0)
    await type(replay, commands)
    trustLocally(replay.context, readFileSync(join(replay.machine.root, AUTHORITY), 'utf8'))
  },
  async key(replay) {
    await type(replay, 'age-keygen -o /etc/shop/key.txt; chown shop /etc/shop/key.txt')
  },
  async 'backup-settings'(replay, { commands }) {
    await type(replay, commands.replace("'age1…'", '"$(age-keygen -y /etc/shop/key.txt)"'))
  },
  async verify(replay) {
    const newest = '$(ls -t /var/backups/shop/shop-*.tar.age | head -n 1)'
    const text = await type(replay, `shop backup verify "${newest}" --key-file /etc/shop/key.txt`)
    if (!/Restored into a scratch place and checked/.test(text)) replay.wrong.push(`backup verify: ${text.trim()}`)
  },
  async reboot(replay) {
    await order(replay)
    replay.context.log('  the machine restarts')
    await replay.machine.reboot()
    await untilReady()
    await order(replay)
  },
  /** Between two orders: the second one is lost. */
  async moment(replay) {
    await check(replay, 'Before the moment')
    await sleep(2000)
    await type(replay, `MOMENT='${new Date().toISOString().slice(0, 19).replace('T', ' ')}+00'`)
    await sleep(2000)
    await check(replay, 'After the moment')
    replay.orders -= 1
  },
  async next(replay) {
    await type(replay, 'NEXT=v2')
  },
}

const untilReady = () =>
  until('the shop is ready', 60_000, async () => (await call(`https://${DOMAIN}`, '/readyz')).status === 200)

/** Somebody registers and buys, through the proxy. */
async function order(replay: Replay): Promise<void> {
  const { mail, sandbox, context } = replay
  const settings = JSON.parse((await replay.machine.type('shop settings export')).text)
  const around = { origin: `https://${DOMAIN}`, mail, sandbox, settings }
  const piece = FOR_SALE[replay.orders % FOR_SALE.length]
  if (!piece) throw new Error('no product')
  const shopper = await registerShopper(around, `asha-${randomUUID()}@shopper.example`, 'Asha Rathore')
  await shopper.buy({ productId: piece.handle, color: piece.first, size: 'M', price: piece.price })
  replay.orders += 1
  context.log(`  order ${replay.orders} was paid`)
}

/** What must hold after every part of the guide in which the shop runs. */
async function check(replay: Replay, heading: string): Promise<void> {
  await untilReady()
  await order(replay)
  const { text } = await replay.machine.type('shop ledger check')
  if (!/consistent/.test(text)) replay.wrong.push(`${heading}: ${text.trim()}`)
  const { text: list } = await replay.machine.type('shop orders list --json')
  const { length } = JSON.parse(list)
  if (length !== replay.orders) replay.wrong.push(`${heading}: ${length} of ${replay.orders} orders`)
}

/** The tracked files as they are now, as two versions in a repository that can be cloned. */
async function publish(context: FaultContext): Promise<string> {
  const folder = await context.folder('repository')
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
  const version = git('stash', 'create') || git('rev-parse', 'HEAD')
  git('init', '--quiet', '--bare', folder)
  git('push', '--quiet', folder, `${version}:refs/tags/v1`, `${version}:refs/tags/v2`)
  return folder
}

async function replayGuide(context: FaultContext): Promise<CheckResult> {
  const [sandbox, mail] = await Promise.all([startSandboxProcess(context), startMailServer(context)])
  await sandbox.sendEventsTo('http://127.0.0.1:3000/api/webhooks/razorpay')
  const products = await context.folder('import')
  await writeBoutique(products, FOR_SALE)
  await chmod(products, 0o755)
  await writeFile(join(products, 'answers.json'), JSON.stringify(ANSWERS))
  const binds = { '/srv/shop.git': await publish(context), '/srv/import': products }
  const machine = await bootBareMachine(context, { binds, hosts: [DOMAIN] })
  const replay: Replay = { context, machine, mail, sandbox, wrong: [], orders: 0 }
  const boxes = readBoxes()
  const left: string[] = []
  for (const [index, box] of boxes.entries()) {
    const { heading, commands, replay: name } = box
    context.log(`== ${heading}${name ? ` (${name})` : ''}`)
    for (const line of commands.trimEnd().split('\n')) context.log(`$ ${line}`)
    const instead = name && name !== 'none' ? INSTEAD[name] : null
    if (name === 'none') left.push(`${heading}: ${commands.trim().split('\n')[0]}`)
    else if (instead) await instead(replay, box)
    else await type(replay, commands)
    const isLast = boxes[index + 1]?.heading !== heading
    if (isLast && (heading === 'Another machine' || /^A new version|^From the embedded|^Point in time/.test(heading)))
      await check(replay, heading)
  }
  context.log(`Not typed: ${left.join('; ')}`)
  const score = (await machine.type('systemd-analyze security shop | tail -n 1')).text.trim()
  return {
    promise: PROMISE,
    requirement: REQUIREMENT,
    measured:
      replay.wrong.length > 0
        ? replay.wrong.join('; ')
        : `${boxes.length - left.length} of ${boxes.length} boxes typed, ${replay.orders} orders paid over https and kept; ${score}`,
    ok: replay.wrong.length === 0,
  }
}

const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function run(context: FaultContext): Promise<CheckResult[]> {
  const taken = []
  for (const port of PORTS) if (await isTaken(port)) taken.push(port)
  const reason = missingForBareMachine() ?? (taken.length > 0 ? `ports in use: ${taken.join(', ')}` : null)
  if (reason) return [{ promise: PROMISE, requirement: REQUIREMENT, measured: reason, ok: true, skipped: true }]
  return [await replayGuide(context)]
}

export const fault: Fault = { about: 'docs/operating.md on a bare Debian', isLong: true, run }
