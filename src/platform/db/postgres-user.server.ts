import {
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** A user and group by number. */
export type UserIds = { uid: number; gid: number }

/** Nobody's number on any system known to us: no account, below the 65536 that containers map. */
const PRIVATE_ID = 59_518

/** Whether this process is root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/** The user as whom PostgreSQL runs under root: the owner of what is there already, else one of our own. */
export function chooseUser(...folders: string[]): UserIds {
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return { uid: PRIVATE_ID, gid: PRIVATE_ID }
}

/**
 * The user as whom the cluster is made: `initdb` insists on one with a name in the user list, which a number of our
 * own has not. The files are handed over afterwards. The group is the later one, which may walk where others may not.
 */
export function chooseMaker(user: UserIds): UserIds {
  const known = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const maker = known.find(({ uid }) => uid === user.uid) ?? known.find(({ name }) => name === 'nobody') ?? known[0]
  return maker ? { uid: maker.uid, gid: user.gid } : user
}

function allows({ uid, gid, mode }: Stats, user: UserIds, bit: 1 | 4): boolean {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  return (mode & (bit << shift)) !== 0
}

/** Whether a user can walk from the root of the file system into this folder (or to this file), which exists. */
export function canReach(user: UserIds, path: string): boolean {
  const real = realpathSync(path)
  const parent = dirname(real)
  return allows(statSync(real), user, 1) && (parent === real || canReach(user, parent))
}

/** Whether a user can read this file and walk to its folder. */
export function canRead(user: UserIds, file: string): boolean {
  return allows(statSync(file), user, 4) && canReach(user, dirname(file))
}

/** Gives a folder with all that is in it to a user. */
export function giveTo({ uid, gid }: UserIds, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo({ uid, gid }, path)
    else lchownSync(path, uid, gid)
  }
  lchownSync(folder, uid, gid)
}

/** Whether things in this folder can be given away: shared folders of other machines often take it without doing it. */
export function canGive(user: UserIds, folder: string): boolean {
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
