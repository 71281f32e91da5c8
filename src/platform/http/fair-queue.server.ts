import { waitForConnections } from '../process/turns.server.ts'

/** How many tasks run and wait at once, of all clients together and of one. A client that is alone has more. */
export interface QueueLimits {
  running: number
  runningPerClient: number
  waiting: number
  waitingPerClient: number
}

/** Ends a task, so that the next one can start. Calling it again has no effect. */
export type Release = () => void

export interface FairQueue {
  /** Waits for a turn. Null if the client may not wait, or waited too long. */
  acquire(client: string): Promise<Release | null>
}

/**
 * While fewer tasks wait, none is dropped, however long it waited, because the machine was only busy for a moment.
 */
const SHORT_QUEUE = 64
/** A task that waited longer is dropped: many clients would have given up by then. */
const MAX_WAIT_MS = 1500
/** A client is alone if nobody else had a task for this long. */
const ALONE_MS = 1000
/** The share of what may run at once that a client has while it is alone: the others' first tasks find a place. */
const ALONE_SHARE = 0.75

interface Waiting {
  since: number
  resolve(release: Release | null): void
}

/**
 * A queue in which each client waits behind its own tasks: waiting clients take turns, one task each (round robin), and
 * no client uses all the capacity. If there's no room left, the longest line loses its last task to a shorter one. A
 * client that is alone, such as an office or a carrier behind one address, may use most of the capacity.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  /** The waiting tasks of each client. It's the first client's turn. */
  const lines = new Map<string, Waiting[]>()
  const running = new Map<string, number>()
  let runningCount = 0
  let waitingCount = 0
  let isScheduled = false
  let lastClient = ''
  let lastChangeAt = 0

  const runningOf = (client: string) => running.get(client) ?? 0
  const isAlone = () => performance.now() - lastChangeAt > ALONE_MS
  const canStart = (client: string) =>
    runningCount < limits.running &&
    (runningOf(client) < limits.runningPerClient || (isAlone() && runningOf(client) < limits.running * ALONE_SHARE))

  function start(client: string): Release {
    runningCount++
    running.set(client, runningOf(client) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      runningCount--
      if (runningOf(client) > 1) running.set(client, runningOf(client) - 1)
      else running.delete(client)
      schedule()
    }
  }

  /**
   * Waiting tasks start in a later iteration of the event loop: in this one they would delay new connections and
   * payments.
   */
  function schedule(): void {
    if (isScheduled || waitingCount === 0) return
    isScheduled = true
    void waitForConnections().then(dispatch)
  }

  function dispatch(): void {
    isScheduled = false
    for (let next = takeNext(); next; next = takeNext()) {
      const isLate = waitingCount >= SHORT_QUEUE && performance.now() - next.task.since > MAX_WAIT_MS
      next.task.resolve(isLate ? null : start(next.client))
    }
  }

  /** The first task of the client whose turn it is, who goes to the end. Clients with all their tasks running are skipped. */
  function takeNext(): { client: string; task: Waiting } | null {
    if (runningCount >= limits.running) return null
    for (const [client, line] of lines) {
      if (!canStart(client)) continue
      const task = line.shift()
      lines.delete(client)
      if (line.length > 0) lines.set(client, line)
      if (!task) continue
      waitingCount--
      return { client, task }
    }
    return null
  }

  /** Drops the last task of the longest line, if that is longer than `length`. */
  function dropBeyond(length: number): boolean {
    let longest: Waiting[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= length) return false
    longest.pop()?.resolve(null)
    waitingCount--
    return true
  }

  return {
    async acquire(client) {
      if (client !== lastClient) [lastClient, lastChangeAt] = [client, performance.now()]
      if (waitingCount === 0 && canStart(client)) return start(client)
      const line = lines.get(client) ?? []
      if (line.length >= limits.waitingPerClient && !isAlone()) return null
      if (waitingCount >= limits.waiting && !dropBeyond(line.length + 1)) return null
      return new Promise((resolve) => {
        line.push({ since: performance.now(), resolve })
        lines.set(client, line)
        waitingCount++
        schedule()
      })
    },
  }
}
