import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'
import { copyBinaries, findBinaries, linkLibraries, type PostgresBinaries } from './postgres-binaries.server.ts'

/** A user and group by number. */
export type UserIds = { uid: number; gid: number }

/** The location of an embedded database. */
export type DatabasePaths = {
  binaries: PostgresBinaries
  /** PostgreSQL's data directory. It may not exist yet, but its parent folder does. */
  cluster: string
  socketDir: string
  /** The user that PostgreSQL runs as. Set only under root, since it refuses to run as root. */
  user: UserIds | null
  /** One line for the operator, if the database or PostgreSQL isn't in its usual folder. */
  note: string | null
}

/** sockaddr_un has 108 bytes on Linux and 104 elsewhere, including the terminating zero. */
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103
const SOCKET_NAME = '.s.PGSQL.5432'

/** Where the database goes if PostgreSQL's user can't enter root's data folder: the first usable one. */
const FALLBACK_FOLDERS = ['/var/lib/shop-postgres', '/var/tmp/shop-postgres', join(tmpdir(), 'shop-postgres')]

/** A uid without an account, below the 65536 that containers map. */
const PRIVATE_ID = 59_518

/**
 * Chooses and prepares the folders of data, socket and binaries; no server may be running there. Under root PostgreSQL
 * runs as an unprivileged user, which must have access to all three: without it, a fallback folder is used, and
 * `dataDir/postgres` becomes a link to it.
 */
export function preparePaths(dataDir: string, found = findBinaries()): DatabasePaths {
  const link = join(dataDir, 'postgres')
  recoverMove(link)
  const user = process.geteuid?.() === 0 ? chooseUser(link, dataDir) : null
  const binaries = prepareBinaries(found, user, dataDir)
  if (user) {
    openToGroup(user, dataDir)
    moveToAccessible(user, dataDir, link)
  }
  const cluster = resolveCluster(link)
  const socketDir = prepareSocketDir(cluster, user)
  const notes: string[] = []
  if (dirname(cluster) !== realpathSync(dataDir))
    notes.push(`PostgreSQL cannot access ${dataDir}, so the database is in ${cluster}.`)
  if (binaries.root !== found.root)
    notes.push(`PostgreSQL cannot be run in node_modules, so a copy of it is in ${dirname(binaries.root)}.`)
  return { binaries, cluster, socketDir, user, note: notes.length === 0 ? null : notes.join(' ') }
}

/** The owner of the existing data, or else a private uid. */
function chooseUser(...folders: string[]): UserIds {
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return { uid: PRIVATE_ID, gid: PRIVATE_ID }
}

/**
 * The user that runs `initdb`, which needs a name in /etc/passwd. The files get their real owner afterwards. The group
 * is that of `user`, which may have access that others don't.
 */
export function initdbUser(user: UserIds): UserIds {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const account =
    accounts.find(({ uid }) => uid === user.uid) ?? accounts.find(({ name }) => name === 'nobody') ?? accounts[0]
  return account ? { uid: account.uid, gid: user.gid } : user
}

/** Changes the owner of a folder and everything in it. Links themselves are changed, not their targets. */
export function changeOwner({ uid, gid }: UserIds, folder: string): void {
  execFileSync('chown', ['-hR', `${uid}:${gid}`, folder])
}

/** True if a user may enter a folder (`-x`) or read a file (`-r`), including every folder above it. */
function hasAccess(user: UserIds, right: '-x' | '-r', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test "$0" "$1"', right, path], { ...user, cwd: '/' }).status === 0
}

/** True if the owner of files in this folder can be changed. Network and host mounts often ignore it silently. */
function canChangeOwner(user: UserIds, folder: string): boolean {
  let probe: string | undefined
  try {
    probe = mkdtempSync(join(folder, '.probe-'))
    lchownSync(probe, user.uid, user.gid)
    return statSync(probe).uid === user.uid
  } catch {
    return false
  } finally {
    if (probe) rmdirSync(probe)
  }
}

function prepareBinaries(found: PostgresBinaries, user: UserIds | null, dataDir: string): PostgresBinaries {
  const isReadable =
    !user || [found.postgres, join(found.root, 'pg-symlinks.json')].every((file) => hasAccess(user, '-r', file))
  if (isReadable && linkLibraries(found)) return found
  return copyBinaries(found, user ? fallbackFolder(user) : dataDir)
}

/** A folder owned by root that no other user can write to, and that `user` can enter. */
function fallbackFolder(user: UserIds): string {
  for (const folder of FALLBACK_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const found = lstatSync(folder)
      if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) continue
      chmodSync(folder, 0o755)
      if (hasAccess(user, '-x', folder) && canChangeOwner(user, folder)) return folder
    } catch {
      // Not writable: try the next one.
    }
  }
  throw new ConfigError(
    `DATABASE_URL: must be set, because no folder for an embedded database can be made in ${FALLBACK_FOLDERS.join(', ')}.`,
  )
}

/** Gives PostgreSQL's group search permission on a private data folder of root's. Its parents aren't changed. */
function openToGroup(user: UserIds, dataDir: string): void {
  const folder = realpathSync(dataDir)
  const { uid, mode } = statSync(folder)
  if (uid !== 0 || (mode & 0o070) !== 0 || hasAccess(user, '-x', folder) || !hasAccess(user, '-x', dirname(folder)))
    return
  try {
    lchownSync(folder, 0, user.gid)
    chmodSync(folder, (mode & 0o777) | 0o010)
  } catch {
    // Without access, the database goes to a fallback folder.
  }
}

function moveToAccessible(user: UserIds, dataDir: string, link: string): void {
  const exists = isEntry(link)
  const cluster = resolveCluster(link)
  if (
    exists ? hasAccess(user, '-x', dirname(cluster)) : hasAccess(user, '-x', dataDir) && canChangeOwner(user, dataDir)
  )
    return
  const home = join(fallbackFolder(user), `data-${randomBytes(6).toString('hex')}`)
  mkdirSync(home, { mode: 0o755 })
  chmodSync(home, 0o755)
  const target = join(home, 'postgres')
  if (existsSync(cluster)) {
    cpSync(cluster, target, { recursive: true, verbatimSymlinks: true })
    chmodSync(target, 0o700)
    changeOwner(user, target)
  }
  if (exists) renameSync(link, `${link}.moved`)
  symlinkSync(target, link)
  rmSync(`${link}.moved`, { recursive: true, force: true })
}

/** Completes or reverts a move that was interrupted after its rename. */
function recoverMove(link: string): void {
  const moved = `${link}.moved`
  if (!isEntry(moved)) return
  if (!isEntry(link)) renameSync(moved, link)
  // The link's target is the complete copy. Without it, the old data stays, as the only copy.
  else if (lstatSync(link).isSymbolicLink() && existsSync(link)) rmSync(moved, { recursive: true })
}

/** True if there is a file, a folder or a link, even a broken one. */
function isEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** The real path of the data directory, which may not exist yet. */
function resolveCluster(link: string): string {
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()
  const target = isLink ? resolve(dirname(link), readlinkSync(link)) : link
  if (existsSync(dirname(target))) return join(realpathSync(dirname(target)), basename(target))
  throw new ConfigError(
    `DATA_DIR: its database was in ${target}, which is gone; restore it, or remove ${link} to begin with an empty shop.`,
  )
}

/** Deletes the database of a data folder if it lies elsewhere. */
export function removeElsewhere(dataDir: string): void {
  const link = join(dataDir, 'postgres')
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() || !existsSync(link)) return
  const cluster = realpathSync(link)
  const home = dirname(cluster)
  // A folder that `moveToAccessible` made has nothing else in it.
  const isOurs = /^data-[0-9a-f]{12}$/.test(basename(home)) && FALLBACK_FOLDERS.includes(dirname(home))
  rmSync(isOurs ? home : cluster, { recursive: true, force: true })
}

function prepareSocketDir(cluster: string, user: UserIds | null): string {
  const beside = join(dirname(cluster), 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= SOCKET_PATH_LIMIT) return makePrivate(beside, user)
  const name = `shop-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
  const folders = [...new Set([tmpdir(), '/tmp'])].filter(
    (folder) => Buffer.byteLength(join(folder, name, SOCKET_NAME)) <= SOCKET_PATH_LIMIT,
  )
  // A random name, if another user has taken the fixed one.
  const candidates = [
    ...folders.map((folder) => () => join(folder, name)),
    ...folders.map((folder) => () => mkdtempSync(join(folder, 'shop-'))),
  ]
  for (const candidate of candidates) {
    try {
      return makePrivate(candidate(), user)
    } catch {}
  }
  throw new ConfigError(
    `DATA_DIR: ${dirname(cluster)} is too long a path for a socket, and ${tmpdir()} is too long or not writable.`,
  )
}

/** A folder that only PostgreSQL's user (and root) can enter. */
function makePrivate(folder: string, user: UserIds | null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const owner = user?.uid ?? process.geteuid?.()
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.geteuid?.())) {
    throw new Error(`${folder} belongs to another user.`)
  }
  chmodSync(folder, 0o700)
  if (user) lchownSync(folder, user.uid, user.gid)
  return folder
}

/** A killed `initdb` of the shop may still be writing. */
const RETRYING = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }

/** Removes the draft folders of interrupted `initdb` runs; only the owner of the data directory may call this. */
export function removeDrafts(cluster: string): void {
  const drafts = readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`))
  for (const draft of drafts) rmSync(join(dirname(cluster), draft), RETRYING)
}
