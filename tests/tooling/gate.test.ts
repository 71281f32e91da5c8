import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function startNode(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
  started.push(child)
  return child
}

/** Every process of this machine but zombies. /proc is preferred, because a slim container has no `ps`. */
function processes(): { pid: number; parent: number; group: number }[] {
  const lines = existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(statusOf)
    : execFileSync('ps', ['-A', '-o', 'stat=,ppid=,pgid=,pid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .filter((line) => !line.startsWith('Z') && line !== '')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([, parent = 0, group = 0, pid = 0]) => ({ pid, parent, group }))
}

/** State, parent, group and id of a process, in the columns of `ps`; empty if it has just ended. */
function statusOf(pid: string): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent, group] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return `${state} ${parent} ${group} ${pid}`
  } catch {
    return ''
  }
}

/** The process groups of all descendants of a process. */
function groupsBelow(pid: number | undefined): number[] {
  const children = processes().filter(({ parent }) => parent === pid)
  return children.flatMap((child) => [child.group, ...groupsBelow(child.pid)])
}

/** Waits until a program has `count` descendants, ends it by SIGTERM, and waits until none is left in their groups. */
async function expectNothingLeft(child: ChildProcess, count: number): Promise<void> {
  await expect.poll(() => groupsBelow(child.pid).length).toBeGreaterThanOrEqual(count)
  const groups = new Set(groupsBelow(child.pid))
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(143)
  await expect.poll(() => processes().filter(({ group }) => groups.has(group))).toEqual([])
}

test('the gate ended by SIGTERM leaves no child behind', async () => {
  await expectNothingLeft(startNode('scripts/gate.mjs', 'check'), 2)
})

test('a grandchild that ignores SIGTERM is killed', async () => {
  const ignoresSigterm = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);"
  const child = `${ignoresSigterm} require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(ignoresSigterm)}])`
  const parent = startNode(
    '--input-type=module',
    '-e',
    `import { endPrograms, runProgram } from './scripts/child-processes.mjs'
    process.on('SIGTERM', () => endPrograms(300).then(() => process.exit(143)))
    await runProgram(process.execPath, ['-e', ${JSON.stringify(child)}])`,
  )
  await expectNothingLeft(parent, 2)
})
