import type { DatabaseSync } from 'node:sqlite'

/** More at once would only wait in the shop's queue. */
const CONCURRENCY = 16
const FIRST_RETRY_MS = 1000
const LONGEST_DELAY_MS = 60 * 60 * 1000
/** The provider drops an event after this long. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000

/** Tasks that the provider runs later by itself. */
export type Task =
  | { kind: 'webhook'; eventId: string; body: string; signature: string; copies: number }
  | { kind: 'authorize_late'; paymentId: string }
  | { kind: 'process_refund'; refundId: string }

export interface TaskQueue {
  /** Schedules a task of an order; it survives restarts. */
  add(orderId: string, dueAt: number, task: Task): void
  /** The number of unfinished tasks. */
  pending(): number
  /** Starts the worker. A task whose `run` resolves to false or rejects is retried, with growing delays, for 24 h. */
  start(run: (task: Task) => Promise<boolean>): void
  stop(): Promise<void>
}

/**
 * A task queue in SQLite. One task per order runs at a time, the earliest due first. Later events may overtake a failed
 * one waiting for its retry.
 */
export function openTaskQueue(db: DatabaseSync, log: (line: string) => void): TaskQueue {
  const insert = db.prepare('INSERT INTO tasks (order_id, due_at, created_at, json) VALUES (?, ?, ?, ?)')
  const due = db.prepare('SELECT * FROM tasks WHERE due_at <= ? ORDER BY due_at, seq LIMIT 200')
  const next = db.prepare('SELECT min(due_at) AS due_at, count(*) AS count FROM tasks')
  const remove = db.prepare('DELETE FROM tasks WHERE seq = ?')
  const postpone = db.prepare('UPDATE tasks SET attempts = attempts + 1, due_at = ? WHERE seq = ?')
  const running = new Map<string, Promise<void>>()
  let run: ((task: Task) => Promise<boolean>) | undefined
  let timer: NodeJS.Timeout | undefined
  let isWoken = false

  const attempt = async (task: ReturnType<typeof due.all>[number]): Promise<void> => {
    const seq = Number(task.seq)
    const done = await run?.(JSON.parse(String(task.json))).catch((error: unknown) => log(`task ${seq}: ${error}`))
    if (!run) return
    if (done || Date.now() - Number(task.created_at) > GIVE_UP_AFTER_MS) remove.run(seq)
    else postpone.run(Date.now() + Math.min(LONGEST_DELAY_MS, FIRST_RETRY_MS * 2 ** Number(task.attempts)), seq)
  }
  const tick = () => {
    isWoken = false
    if (!run) return
    for (const task of due.all(Date.now())) {
      const orderId = String(task.order_id)
      if (running.size >= CONCURRENCY) break
      if (running.has(orderId)) continue
      const ended = attempt(task).finally(() => {
        running.delete(orderId)
        wake()
      })
      running.set(orderId, ended)
    }
    clearTimeout(timer)
    const dueAt = next.get()?.due_at
    if (typeof dueAt === 'number') timer = setTimeout(tick, Math.max(50, dueAt - Date.now())).unref()
  }
  // Deferred, so that the transaction that added the task is committed and its response sent first.
  const wake = () => {
    if (isWoken) return
    isWoken = true
    setImmediate(tick)
  }
  return {
    add(orderId, dueAt, task) {
      insert.run(orderId, dueAt, Date.now(), JSON.stringify(task))
      wake()
    },
    pending: () => Number(next.get()?.count),
    start(work) {
      run = work
      wake()
    },
    async stop() {
      run = undefined
      clearTimeout(timer)
      await Promise.allSettled(running.values())
    },
  }
}
