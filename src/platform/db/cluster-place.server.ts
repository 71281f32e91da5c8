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
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'
import { copyPostgresFiles, findPostgresFiles, makeLibraryLinks, type PostgresFiles } from './postgres-files.server.ts'
import { canGive, canReach, canRead, chooseUser, giveTo, isRoot, type UserIds } from './postgres-user.server.ts'

/** Where one embedded database lives. `user` is set under root only: the user as whom PostgreSQL runs. */
export type ClusterPlace = {
  files: PostgresFiles
  /** The cluster's folder; it need not exist yet, its parent does. */
  cluster: string
  socketDir: string
  user: UserIds | null
  /** One line for the operator, when something lies elsewhere than expected. */
  note?: string
}

/** sockaddr_un holds 108 bytes on Linux and 104 elsewhere, with the closing zero. */
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103
const SOCKET_NAME = '.s.PGSQL.5432'

/** The folders that any user can walk into, best first, for what root's own folders hide. */
const SHELTERS = ['/var/lib/fourth-seat', '/var/tmp/fourth-seat', join(tmpdir(), 'fourth-seat')]

/**
 * Settles where cluster, socket and binaries lie, and makes room there; no server may be running on the cluster. Under root
 * all three must be within reach of an unprivileged user: what is not goes to a shelter, and `DATA_DIR/postgres` becomes a
 * link to it.
 */
export function settlePlace(dataDir: string): ClusterPlace {
  const link = join(dataDir, 'postgres')
  recoverMove(link)
  const user = isRoot() ? chooseUser(link, dataDir) : null
  const files = settleFiles(user, dataDir)
  if (user) {
    letIn(user, dataDir)
    shelterCluster(user, dataDir, link)
  }
  const cluster = targetOf(link)
  const socketDir = settleSocket(cluster, user)
  const elsewhere = dirname(cluster) === realpathSync(dataDir) ? [] : [`the database lies in ${cluster}`]
  if (files.root !== findPostgresFiles().root) elsewhere.push(`PostgreSQL in ${dirname(files.root)}`)
  if (elsewhere.length === 0) return { files, cluster, socketDir, user }
  return { files, cluster, socketDir, user, note: `${dataDir} is out of its reach, so ${elsewhere.join(' and ')}.` }
}

function settleFiles(user: UserIds | null, dataDir: string): PostgresFiles {
  const files = findPostgresFiles()
  const inReach = !user || [files.postgres, join(files.root, 'pg-symlinks.json')].every((file) => canRead(user, file))
  if (inReach && makeLibraryLinks(files)) return files
  return copyPostgresFiles(files, user ? findShelter(user) : dataDir)
}

/** A folder of root's that a user can walk into; nobody else can have prepared it for us. */
function findShelter(user: UserIds): string {
  for (const shelter of SHELTERS) {
    try {
      mkdirSync(shelter, { recursive: true, mode: 0o755 })
      const found = lstatSync(shelter)
      if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) continue
      chmodSync(shelter, 0o755)
      if (canReach(user, shelter) && canGive(user, shelter)) return shelter
    } catch {
      // Not writable here: the next one.
    }
  }
  throw new ConfigError(
    `DATABASE_URL: must be set, because no folder for an embedded database can be made in ${SHELTERS.join(', ')}.`,
  )
}

/**
 * A data folder of root's that is closed to everybody (such as a fresh temporary one) is opened a crack, for
 * PostgreSQL's own group and for walking through only. Folders above it are none of ours.
 */
function letIn(user: UserIds, dataDir: string): void {
  const real = realpathSync(dataDir)
  const { uid, mode } = statSync(real)
  if (uid !== 0 || (mode & 0o070) !== 0 || canReach(user, real) || !canReach(user, dirname(real))) return
  try {
    lchownSync(real, 0, user.gid)
    chmodSync(real, (mode & 0o777) | 0o010)
  } catch {
    // A folder that cannot be changed stays out of reach, and the cluster goes to a shelter.
  }
}

function shelterCluster(user: UserIds, dataDir: string, link: string): void {
  const isThere = lstatSync(link, { throwIfNoEntry: false }) !== undefined
  const cluster = targetOf(link)
  if (isThere ? canReach(user, dirname(cluster)) : canReach(user, dataDir) && canGive(user, dataDir)) return
  const home = join(findShelter(user), `data-${randomBytes(6).toString('hex')}`)
  mkdirSync(home, { mode: 0o755 })
  chmodSync(home, 0o755)
  const target = join(home, 'postgres')
  if (existsSync(cluster)) {
    cpSync(cluster, target, { recursive: true, verbatimSymlinks: true })
    chmodSync(target, 0o700)
    giveTo(user, target)
  }
  if (isThere) renameSync(link, `${link}.moved`)
  symlinkSync(target, link)
  rmSync(`${link}.moved`, { recursive: true, force: true })
}

/** Where the cluster really lies, or will once it is made. */
function targetOf(link: string): string {
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    return join(realpathSync(dirname(link)), basename(link))
  const target = resolve(dirname(link), readlinkSync(link))
  if (existsSync(dirname(target))) return join(realpathSync(dirname(target)), basename(target))
  throw new ConfigError(
    `DATA_DIR: its database lay in ${target}, which is gone; bring it back, or remove ${link} to begin with an empty shop.`,
  )
}

/** A move that was cut short between its two last steps has left the cluster under its interim name. */
function recoverMove(link: string): void {
  if (existsSync(`${link}.moved`) && !lstatSync(link, { throwIfNoEntry: false })) renameSync(`${link}.moved`, link)
}

function settleSocket(cluster: string, user: UserIds | null): string {
  const beside = join(dirname(cluster), 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= SOCKET_PATH_LIMIT) return makePrivate(beside, user)
  const name = `fourth-seat-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
  for (const folder of new Set([tmpdir(), '/tmp'])) {
    if (Buffer.byteLength(join(folder, name, SOCKET_NAME)) > SOCKET_PATH_LIMIT) continue
    try {
      return makePrivate(join(folder, name), user)
    } catch {
      return makePrivate(mkdtempSync(join(folder, 'fs-')), user)
    }
  }
  throw new ConfigError(`DATA_DIR: ${dirname(cluster)} is too long a path for a socket, and so is ${tmpdir()}.`)
}

/** A folder into which nobody but PostgreSQL's user (and root) can look. */
function makePrivate(folder: string, user: UserIds | null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const owner = user?.uid ?? process.geteuid?.()
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.geteuid?.())) {
    throw new Error(`${folder} belongs to somebody else.`)
  }
  chmodSync(folder, 0o700)
  if (user) lchownSync(folder, user.uid, user.gid)
  return folder
}

/** Drafts of clusters whose making was cut short; only the owner of the data folder may call this. */
export function clearDrafts(cluster: string): void {
  const drafts = readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`))
  for (const draft of drafts) rmSync(join(dirname(cluster), draft), { recursive: true, force: true })
}
