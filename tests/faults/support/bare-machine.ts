import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'

/** A Debian with nothing but its base system, booted in a container that shares this machine's network. */
export interface BareMachine {
  /** The folder of its files. */
  root: string
  /** Types commands as root. Variables and the working folder stay from call to call. */
  type(commands: string): Promise<Typed>
  /** Restarts it, and waits until its services are up. */
  reboot(): Promise<void>
}

interface Typed {
  code: number | null
  text: string
}

interface BareMachineOptions {
  /** Folders of this machine that can be seen in it, by their path there. */
  binds: Readonly<Record<string, string>>
  /** Names of this machine. */
  hosts: readonly string[]
}

/** What is missing on this machine to boot another one in it; null if nothing is. */
export function missingForBareMachine(): string | null {
  if (process.getuid?.() !== 0) return 'this user isn’t root'
  const missing = ['debootstrap', 'systemd-nspawn', 'nsenter'].filter(
    (program) => spawnSync(program, ['--version']).error !== undefined,
  )
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`
}

/**
 * Installs Debian (DEBIAN_RELEASE, by default 12) from DEBIAN_MIRROR into a new folder, or copies what debootstrap made
 * before (DEBIAN_BASE), and boots it.
 */
export async function bootBareMachine(
  context: FaultContext,
  { binds, hosts }: BareMachineOptions,
): Promise<BareMachine> {
  const root = await context.folder('debian')
  const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
  const release = process.env.DEBIAN_RELEASE ?? 'bookworm'
  const base = process.env.DEBIAN_BASE
  context.log(base ? `a copy of ${base}` : `debootstrap ${release} from ${mirror}`)
  if (base) await execute('cp', ['-a', `${base}/.`, root])
  else await execute('debootstrap', [release, root, mirror])
  await writeFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`)
  await copyAuthorities(root)
  for (const path of Object.keys(binds)) await mkdir(join(root, path), { recursive: true })
  const options = ['--directory', root, '--boot', '--register=no', '--keep-unit', '--console=pipe', '--quiet']
  const shown = Object.entries(binds).map(([there, here]) => `--bind-ro=${here}:${there}`)
  const boot = async () => {
    const child = spawn('systemd-nspawn', [...options, '--resolv-conf=copy-host', ...shown], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    context.own(child)
    return { child, leader: await untilBooted(child.pid ?? 0) }
  }
  let current = await boot()
  const untilOff = ({ child }: typeof current) =>
    until('the machine is off', 120_000, () => child.exitCode !== null || child.signalCode !== null)
  context.defer(async () => {
    spawnSync('nsenter', ['--target', String(current.leader), '--all', 'systemctl', 'poweroff', '--force'])
    await untilOff(current)
  })
  return {
    root,
    type: (commands) => type(current.leader, commands),
    async reboot() {
      await type(current.leader, 'systemctl reboot')
      // With --keep-unit the container ends, for its service to start it again.
      await untilOff(current)
      current = await boot()
    },
  }
}

async function execute(program: string, words: string[]): Promise<void> {
  const child = spawn(program, words, { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}

/** A network may have a certificate authority of its own, which the machine must trust to install anything. */
async function copyAuthorities(root: string): Promise<void> {
  const folder = '/usr/local/share/ca-certificates'
  await mkdir(join(root, folder), { recursive: true })
  for (const file of globSync(`${folder}/*.crt`)) await cp(file, join(root, folder, basename(file)))
}

/** The process id of its first process, once its services have started. */
async function untilBooted(container: number): Promise<number> {
  const isUp = () => {
    const [first] = childrenOf(container)
    if (!first) return null
    const { stdout } = spawnSync('nsenter', ['--target', String(first), '--all', 'systemctl', 'is-system-running'])
    return /running|degraded/.test(String(stdout)) ? first : null
  }
  return until('the machine is up', 180_000, isUp)
}

function childrenOf(parent: number): number[] {
  return globSync('/proc/[0-9]*/status')
    .filter((file) => existsSync(file) && readStatus(file).includes(`\nPPid:\t${parent}\n`))
    .map((file) => Number(file.split('/')[2]))
}

/** Empty if the process has ended meanwhile. */
function readStatus(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function type(leader: number, commands: string): Promise<Typed> {
  const names = [...commands.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  const script = `cd /root; touch .session; . ./.session; cd "$(cat /root/.folder 2>/dev/null || echo /root)"
${commands}
pwd > /root/.folder
${names.map((name) => `declare -p ${name} >> /root/.session 2>/dev/null || true`).join('\n')}`
  const env = { HOME: '/root', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }
  const child = spawn('nsenter', ['--target', String(leader), '--all', 'bash', '-e', '-o', 'pipefail', '-c', script], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const [code] = await once(child, 'close')
  return { code, text }
}
