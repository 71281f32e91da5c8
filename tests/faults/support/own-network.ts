import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, writeFileSync } from 'node:fs'
import { endProcess } from '../../support/processes.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'

/** Who isn't root gets the right to make a network by a user namespace of their own. */
const UNSHARE = ['--net', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps'])]

/** Whether this machine lets a program have a network of its own. */
export const canHaveNetwork = () => spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up']).status === 0

/**
 * Runs this program again in a network of its own, which has nothing but loopback, reaches nothing outside, and ends with it.
 * @returns what it sends to its parent
 */
export async function runInOwnNetwork<Sent>(context: FaultContext, words: readonly string[]): Promise<Sent[]> {
  const [, file = ''] = process.argv
  const program = [process.execPath, ...process.execArgv, file, ...words]
  const child = spawn('unshare', [...UNSHARE, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...program], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  context.defer(() => endProcess(child))
  const sent: Sent[] = []
  // Safe cast: the same program sends it.
  child.on('message', (message) => void sent.push(message as Sent))
  await once(child, 'exit')
  return sent
}

/** Machines in a network of their own, at 10.0.0.11 and so on; this program is at 10.0.0.1 and reaches all of them. */
export interface Network {
  /** Runs a program on a machine. */
  spawn(address: string, command: readonly string[], options: SpawnOptions & { uid?: number }): ChildProcess
  /** Drops every packet between two machines from now on, without a word to either. */
  cut(one: string, other: string): void
  /** Lets all packets through again. */
  heal(): void
}

const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] })

/** Makes the machines; this program must be in a network of its own. */
export async function startNetwork(context: FaultContext, addresses: readonly string[]): Promise<Network> {
  const machines = new Map<string, number>()
  const cuts: [string, string][] = []
  for (const [index, address] of addresses.entries()) {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    context.own(holder)
    const machine = String(holder.pid)
    const cable = `machine${index}`
    const network = (pid: string) => readlinkSync(`/proc/${pid}/ns/net`)
    await until('a machine has its network', 10_000, () => network(machine) !== network('self'))
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine)
    ip('address', 'add', '10.0.0.1/32', 'dev', cable)
    ip('link', 'set', cable, 'up')
    ip('route', 'add', `${address}/32`, 'dev', cable, 'src', '10.0.0.1')
    const own = `ip link set lo up && ip address add ${address}/32 dev eth0 && ip link set eth0 up &&
      ip route add 10.0.0.1 dev eth0 && ip route add default via 10.0.0.1`
    execFileSync('nsenter', ['-t', machine, '-n', 'sh', '-c', own])
    machines.set(address, Number(machine))
  }
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1')
  const rules = (how: 'add' | 'del', pair: [string, string]) => {
    for (const [from, to] of [pair, pair.toReversed()])
      ip('rule', how, 'from', String(from), 'to', String(to), 'blackhole')
  }
  return {
    spawn(address, command, { uid, gid, ...options }) {
      const user = uid === undefined ? [] : ['-S', String(uid), '-G', String(gid)]
      return spawn('nsenter', ['-t', String(machines.get(address)), '-n', ...user, ...command], options)
    },
    cut(one, other) {
      cuts.push([one, other])
      rules('add', [one, other])
    },
    heal() {
      for (const pair of cuts.splice(0)) rules('del', pair)
    },
  }
}
