import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** The process that owns a data directory. `command`: an operator's command, which ends soon. */
export type Owner = { pid: number; kind: 'shop' | 'command' }

/** The data directory belongs to another running process. `message` is one line that names it. */
export class DataDirBusyError extends Error {
  override readonly name = 'DataDirBusyError'
}

type LockOptions = {
  kind: Owner['kind']
  /** How long to wait for an operator's command to end. A running shop isn't waited for. */
  waitMs: number
  log: (line: string) => void
}

/** Keeps the open handles referenced: garbage collection would close them and release the locks. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only owner of a data directory. Node has no file locks, so an exclusive lock of SQLite is
 * used: one process holds it, across containers too, and the kernel releases it however the process ends.
 * @returns the function that releases the lock
 * @throws {DataDirBusyError} naming the owner's process id
 */
export async function lockDirectory(dataDir: string, { kind, waitMs, log }: LockOptions): Promise<() => void> {
  const ownerFile = join(dataDir, 'owner.json')
  const deadline = performance.now() + waitMs
  let isLogged = false
  for (;;) {
    const lock = tryLock(join(dataDir, 'owner.lock'))
    if (lock) {
      held.add(lock)
      writeFileSync(ownerFile, `${JSON.stringify({ pid: process.pid, kind } satisfies Owner)}\n`)
      return () => {
        if (!held.delete(lock)) return
        rmSync(ownerFile, { force: true })
        lock.close()
      }
    }
    const owner = readOwner(ownerFile)
    if (owner?.kind === 'shop' || performance.now() > deadline) throw new DataDirBusyError(busyMessage(dataDir, owner))
    if (owner && !isLogged) {
      log(`Waiting for the operator's command with process id ${owner.pid}, which uses ${dataDir}.`)
      isLogged = true
    }
    await sleep(25)
  }
}

/** Locks a file that stays empty. Returns `null` while another process has the lock. */
function tryLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database.close()
    const SQLITE_BUSY = 5
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}

/** The owner, or null if it hasn't written its file yet. */
function readOwner(file: string): Owner | null {
  try {
    const { pid, kind }: Owner = JSON.parse(readFileSync(file, 'utf8'))
    return { pid, kind }
  } catch {
    return null
  }
}

function busyMessage(dataDir: string, owner: Owner | null): string {
  const who = owner?.kind === 'command' ? "an operator's command" : 'a running shop'
  const pid = owner ? ` with process id ${owner.pid}` : ''
  return `DATA_DIR: ${dataDir} is in use by ${who}${pid}; stop that one first, or name another folder.`
}
