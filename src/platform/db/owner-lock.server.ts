import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { livenessOf, ownIdentity } from '#platform/process/identity.server.ts'

const ownerSchema = z.object({
  pid: z.number().int().positive(),
  birth: z.string(),
  realm: z.string(),
  /** `shop`: stays for long. `command`: an operator's command, gone soon. */
  kind: z.enum(['shop', 'command']),
  ticket: z.string(),
})

/** The process that has a data folder for itself. */
export type Owner = z.infer<typeof ownerSchema>

/** The data folder belongs to another living process; `message` is one line that names it. */
export class DataDirBusyError extends Error {
  override readonly name = 'DataDirBusyError'
}

const GUARD_LIFE_MS = 10_000

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

const lockPath = (dataDir: string): string => join(dataDir, 'owner.json')

/** Who owns the folder by its lock file, living or dead; `null`: nobody. */
export function readOwner(dataDir: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(lockPath(dataDir), 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    if (error instanceof SyntaxError || error instanceof z.ZodError) return { ...nobody }
    throw error
  }
}

/** A lock file that is no lock: what a full disk or a machine that lost power leaves. Its writer cannot be alive. */
const nobody: Owner = { pid: 1, birth: 'torn', realm: 'torn', kind: 'shop', ticket: '' }

/** Writes the lock whole or not at all; false when there is one already. */
function create(dataDir: string, owner: Owner): boolean {
  const draft = `${lockPath(dataDir)}.${owner.ticket}`
  const text = `${JSON.stringify(owner)}\n`
  writeFileSync(draft, text, { mode: 0o644 })
  try {
    linkSync(draft, lockPath(dataDir))
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error
    return createWithoutLinks(dataDir, text)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For file systems that know no hard links (exFAT, some shared folders). */
function createWithoutLinks(dataDir: string, text: string): boolean {
  try {
    writeFileSync(lockPath(dataDir), text, { flag: 'wx', mode: 0o644 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes a dead owner's lock. Only the holder of the guard folder may, and it looks again first: of several that
 * found the same dead owner none can take away the lock that another has just made.
 */
function clearDead(dataDir: string, isDead: (owner: Owner) => boolean): void {
  const guard = `${lockPath(dataDir)}.guard`
  try {
    mkdirSync(guard)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    const made = statSync(guard, { throwIfNoEntry: false })?.mtimeMs
    if (made !== undefined && Date.now() - made > GUARD_LIFE_MS) rmdirSync(guard)
    return
  }
  try {
    const owner = readOwner(dataDir)
    if (owner && isDead(owner)) rmSync(lockPath(dataDir), { force: true })
  } finally {
    rmdirSync(guard)
  }
}

export type Claim = {
  dataDir: string
  kind: Owner['kind']
  /** How long to wait for an operator's command that has the folder, in milliseconds; a shop is never waited for. */
  patienceMs: number
  /** Whether the database of an owner that cannot be seen from here (another container) still answers. */
  answers: (owner: Owner) => Promise<boolean>
  log: (line: string) => void
}

/**
 * Makes this process the only owner of a data folder. A living owner is never robbed; a dead one's lock is taken over.
 * @returns the function that gives the folder back
 * @throws {DataDirBusyError} naming the owner's process id
 */
export async function claimDataDir(claim: Claim): Promise<() => void> {
  const { dataDir, kind, log } = claim
  const mine: Owner = { ...ownIdentity(), kind, ticket: randomUUID() }
  const until = performance.now() + claim.patienceMs
  let told = false
  while (!create(dataDir, mine)) {
    const owner = readOwner(dataDir)
    if (!owner) continue
    if (!(await isLiving(owner, claim))) {
      clearDead(dataDir, (found) => found.ticket === owner.ticket)
    } else if (owner.kind === 'shop' || performance.now() > until) {
      throw new DataDirBusyError(busyLine(dataDir, owner))
    } else if (!told) {
      log(`Waiting for the operator's command with process id ${owner.pid}, which uses ${dataDir}.`)
      told = true
    }
    await sleep(25)
  }
  return () => {
    if (readOwner(dataDir)?.ticket === mine.ticket) rmSync(lockPath(dataDir), { force: true })
  }
}

/** Whether an owner lives; one in another container is asked by way of its database. */
export async function isLiving(owner: Owner, { answers }: Pick<Claim, 'answers'>): Promise<boolean> {
  const liveness = livenessOf(owner)
  return liveness === 'alive' || (liveness === 'elsewhere' && (await answers(owner)))
}

function busyLine(dataDir: string, { pid, kind }: Owner): string {
  const who = kind === 'shop' ? 'a running shop' : "an operator's command"
  return `DATA_DIR: ${dataDir} is in use by ${who} with process id ${pid}; stop that one first, or name another folder.`
}
