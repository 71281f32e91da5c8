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

/** Where one embedded database lies. */
export type DatabasePaths = {
  binaries: PostgresBinaries
  /** PostgreSQL's data directory; it need not exist yet, its parent does. */
  cluster: string
  socketDir: string
  /** The user that PostgreSQL runs as; set under root only, as which it refuses to run. */
  user: UserIds | null
  /** One line for the operator, when something lies elsewhere than expected. */
  note?: string
}

/** sockaddr_un holds 108 bytes on Linux and 104 elsewhere, with the closing zero. */
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103
const SOCKET_NAME = '.s.PGSQL.5432'

/** Where the database goes when PostgreSQL's user cannot enter root's data folder, best first. */
const FALLBACK_FOLDERS = ['/var/lib/shop-postgres', '/var/tmp/shop-postgres', join(tmpdir(), 'shop-postgres')]

/** A uid that no account has, below the 65536 that containers map. */
const PRIVATE_ID = 59_518

/**
 * Decides where data directory, socket and binaries lie, and prepares those folders; no server may be running there.
 * Under root an unprivileged user must reach all three: what it cannot reach goes to a fallback folder, and
 * `dataDir/postgres` becomes a link to it.
 */
export function preparePaths(dataDir: string): DatabasePaths {
  const link = join(dataDir, 'postgres')
  // A move that was interrupted between its last two steps.
  if (existsSync(`${link}.moved`) && !isEntry(link)) renameSync(`${link}.moved`, link)
  const user = process.geteuid?.() === 0 ? chooseUser(link, dataDir) : null
  const binaries = prepareBinaries(user, dataDir)
  if (user) {
    openToGroup(user, dataDir)
    moveIntoReach(user, dataDir, link)
  }
  const cluster = resolveCluster(link)
  const socketDir = prepareSocketDir(cluster, user)
  const elsewhere = dirname(cluster) === realpathSync(dataDir) ? [] : [`the database lies in ${cluster}`]
  if (binaries.root !== findBinaries().root) elsewhere.push(`PostgreSQL in ${dirname(binaries.root)}`)
  if (elsewhere.length === 0) return { binaries, cluster, socketDir, user }
  return { binaries, cluster, socketDir, user, note: `${dataDir} is out of its reach, so ${elsewhere.join(' and ')}.` }
}

/** The owner of the data that is there already, else a uid of our own. */
function chooseUser(...folders: string[]): UserIds {
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return { uid: PRIVATE_ID, gid: PRIVATE_ID }
}

/**
 * The user that runs `initdb`, which insists on a name in /etc/passwd; the files change hands afterwards. The group is
 * that of `user`, which may enter where others may not.
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

/** Changes the owner of a folder and of everything in it, links themselves included. */
export function changeOwner({ uid, gid }: UserIds, folder: string): void {
  execFileSync('chown', ['-hR', `${uid}:${gid}`, folder])
}

/** Whether a user may do it: enter a folder (`-x`) or read a file (`-r`), and every folder on the way. */
function may(user: UserIds, right: '-x' | '-r', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test "$0" "$1"', right, path], { ...user, cwd: '/' }).status === 0
}

/** Whether files in this folder can change owner: shared folders of other machines often only pretend. */
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

function prepareBinaries(user: UserIds | null, dataDir: string): PostgresBinaries {
  const found = findBinaries()
  const isReadable =
    !user || [found.postgres, join(found.root, 'pg-symlinks.json')].every((file) => may(user, '-r', file))
  if (isReadable && linkLibraries(found)) return found
  return copyBinaries(found, user ? fallbackFolder(user) : dataDir)
}

/** A folder of root's that the user can enter, and that nobody else can have prepared. */
function fallbackFolder(user: UserIds): string {
  for (const folder of FALLBACK_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const found = lstatSync(folder)
      if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) continue
      chmodSync(folder, 0o755)
      if (may(user, '-x', folder) && canChangeOwner(user, folder)) return folder
    } catch {
      // Not writable: the next one.
    }
  }
  throw new ConfigError(
    `DATABASE_URL: must be set, because no folder for an embedded database can be made in ${FALLBACK_FOLDERS.join(', ')}.`,
  )
}

/** Lets PostgreSQL's group (nobody else) walk through a private data folder of root's; its parents stay as they are. */
function openToGroup(user: UserIds, dataDir: string): void {
  const folder = realpathSync(dataDir)
  const { uid, mode } = statSync(folder)
  if (uid !== 0 || (mode & 0o070) !== 0 || may(user, '-x', folder) || !may(user, '-x', dirname(folder))) return
  try {
    lchownSync(folder, 0, user.gid)
    chmodSync(folder, (mode & 0o777) | 0o010)
  } catch {
    // It stays out of reach, and the database goes to a fallback folder.
  }
}

function moveIntoReach(user: UserIds, dataDir: string, link: string): void {
  const isThere = isEntry(link)
  const cluster = resolveCluster(link)
  if (isThere ? may(user, '-x', dirname(cluster)) : may(user, '-x', dataDir) && canChangeOwner(user, dataDir)) return
  const home = join(fallbackFolder(user), `data-${randomBytes(6).toString('hex')}`)
  mkdirSync(home, { mode: 0o755 })
  chmodSync(home, 0o755)
  const target = join(home, 'postgres')
  if (existsSync(cluster)) {
    cpSync(cluster, target, { recursive: true, verbatimSymlinks: true })
    chmodSync(target, 0o700)
    changeOwner(user, target)
  }
  if (isThere) renameSync(link, `${link}.moved`)
  symlinkSync(target, link)
  rmSync(`${link}.moved`, { recursive: true, force: true })
}

/** Whether there is a file, a folder or a link, even one that leads nowhere. */
function isEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Where the data directory really lies, or will lie once it is made. */
function resolveCluster(link: string): string {
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()
  const target = isLink ? resolve(dirname(link), readlinkSync(link)) : link
  if (existsSync(dirname(target))) return join(realpathSync(dirname(target)), basename(target))
  throw new ConfigError(
    `DATA_DIR: its database lay in ${target}, which is gone; bring it back, or remove ${link} to begin with an empty shop.`,
  )
}

function prepareSocketDir(cluster: string, user: UserIds | null): string {
  const beside = join(dirname(cluster), 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= SOCKET_PATH_LIMIT) return makePrivate(beside, user)
  const name = `shop-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
  for (const folder of new Set([tmpdir(), '/tmp'])) {
    if (Buffer.byteLength(join(folder, name, SOCKET_NAME)) > SOCKET_PATH_LIMIT) continue
    try {
      return makePrivate(join(folder, name), user)
    } catch {
      return makePrivate(mkdtempSync(join(folder, 'shop-')), user)
    }
  }
  throw new ConfigError(`DATA_DIR: ${dirname(cluster)} is too long a path for a socket, and so is ${tmpdir()}.`)
}

/** A folder that only PostgreSQL's user (and root) can look into. */
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

/** Removes what interrupted runs of `initdb` left; only the owner of the data directory may call this. */
export function removeDrafts(cluster: string): void {
  const drafts = readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`))
  for (const draft of drafts) rmSync(join(dirname(cluster), draft), { recursive: true, force: true })
}
