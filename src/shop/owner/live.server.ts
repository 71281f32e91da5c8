import type { StaffRole, StaffSession } from '#platform/api/identity.ts'
import type { Shop } from '../shop.server.ts'
import { listLiveSessions } from '../staff/sql.server.ts'
import { type CountsRow, readCounts } from './home-sql.server.ts'
import { type Changed, listChanges, listPresent, type Present } from './live-sql.server.ts'
import type { Counts } from './staff-contract.ts'

/** How often the database is asked, while anybody listens. A proxy or the shop itself ends a connection silent for longer. */
const EVERY_MS = 3000
/** Changes are looked for this far back: a transaction shows its lines only when it ends. */
const LOOK_BACK_SECONDS = 30
/** A record that was opened since the last poll shows what changed longer ago than this. */
const SHOWN_SECONDS = (2 * EVERY_MS) / 1000
/** Beyond this many of one person, the oldest is told to leave. */
const STREAMS_PER_PERSON = 12

/** Somebody's open staff site. */
export interface LiveListener {
  session: StaffSession
  /**
   * `counts`: those of the menu. `here`: who else has a record open. `changed`: somebody changed a record that this
   * person has open. `bye`: it ends, and connecting again at once would be no use.
   */
  send(event: 'counts' | 'here' | 'changed' | 'bye', data: unknown): void
  /** Keeps the connection. */
  beat(): void
  end(): void
}

export interface Live {
  /** @returns the function that leaves */
  join(listener: LiveListener): () => void
  /** Asks the database now. */
  poll(): Promise<void>
  /** Ends all streams. */
  stop(): void
}

interface Joined extends LiveListener {
  /** What was last sent, as JSON, by event and subject. */
  sent: Map<string, string>
  /** Subjects of the records that the person had open at the last poll. */
  open: ReadonlySet<string>
}

/** The counts of the menu that a role may read. */
export function countsFor({ pack, exchanges, returns, problems, messages }: CountsRow, role: StaffRole): Counts {
  return role === 'packer' ? { pack, exchanges, returns } : { pack, exchanges, returns, orders: problems, messages }
}

/** Tells open staff sites what changes. Instances don't talk to each other: each asks the database while anybody listens. */
export function createLive({ db, log }: Pick<Shop, 'db' | 'log'>): Live {
  const joined = new Set<Joined>()
  const seen = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void> | undefined

  function leave(listener: Joined): void {
    joined.delete(listener)
    if (joined.size === 0) clearTimeout(timer)
  }

  function end(listener: Joined): void {
    leave(listener)
    listener.send('bye', {})
    listener.end()
  }

  function sendIfNew(listener: Joined, event: 'counts' | 'here', data: unknown, about = ''): void {
    const text = JSON.stringify(data)
    if (listener.sent.get(event + about) === text) return
    listener.sent.set(event + about, text)
    listener.send(event, data)
  }

  async function ask(): Promise<void> {
    const listeners = [...joined]
    const roles = await listLiveSessions(
      db,
      listeners.map(({ session }) => session.sessionId),
    )
    for (const listener of listeners) if (!roles.has(listener.session.sessionId)) end(listener)
    const people = [...new Set([...joined].map(({ session }) => session.staffId))]
    if (people.length === 0) return
    const [counts, present] = await Promise.all([readCounts(db), listPresent(db, people)])
    const subjects = [...new Set(present.map(({ subject }) => subject))]
    const changes = subjects.length === 0 ? [] : await listChanges(db, subjects, LOOK_BACK_SECONDS)
    const fresh = changes.filter(({ id }) => !seen.has(id))
    for (const listener of joined) {
      const role = roles.get(listener.session.sessionId)
      if (!role) continue
      sendIfNew(listener, 'counts', countsFor(counts, role))
      tell(listener, present, fresh)
    }
    seen.clear()
    for (const { id } of changes) seen.add(id)
  }

  function tell(listener: Joined, present: readonly Present[], fresh: readonly Changed[]): void {
    const { staffId } = listener.session
    const own = new Set(present.filter((one) => one.staffId === staffId).map(({ subject }) => subject))
    for (const subject of own) {
      const others = present.filter((one) => one.subject === subject && one.staffId !== staffId)
      const names = others.map(({ name }) => name)
      if (names.length > 0 || listener.sent.has(`here${subject}`))
        sendIfNew(listener, 'here', { subject, names }, subject)
    }
    for (const { subject, action, by, actorId, at, secondsAgo, id } of fresh)
      if (own.has(subject) && actorId !== staffId && (listener.open.has(subject) || secondsAgo < SHOWN_SECONDS))
        listener.send('changed', { id, subject, action, by, at: at.toISOString() })
    listener.open = own
  }

  function poll(): Promise<void> {
    clearTimeout(timer)
    running ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, 'open staff sites could not be told what changed'))
      .finally(() => {
        running = undefined
        for (const listener of joined) listener.beat()
        if (joined.size > 0 && !isStopped) timer = setTimeout(() => void poll(), EVERY_MS).unref()
      })
    return running
  }

  return {
    join(listener) {
      const own: Joined = { ...listener, sent: new Map(), open: new Set() }
      if (isStopped) {
        queueMicrotask(() => own.end())
        return () => {}
      }
      const others = [...joined].filter(({ session }) => session.staffId === own.session.staffId)
      if (others.length >= STREAMS_PER_PERSON && others[0]) end(others[0])
      joined.add(own)
      void (running ?? Promise.resolve()).then(poll)
      return () => leave(own)
    },
    poll,
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const listener of [...joined]) {
        leave(listener)
        listener.end()
      }
    },
  }
}
