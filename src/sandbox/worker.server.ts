import type { Bank } from './bank.ts'
import { transact } from './database.server.ts'
import type { DueEvent } from './delivery.server.ts'
import { deliver, dueEvents } from './delivery.server.ts'
import { authorizeLate, failSilent } from './payments.server.ts'
import { endRefund } from './refunds.server.ts'
import { int, text } from './rows.ts'

/** Events under way at the same time; more would only queue in the shop. */
const AT_ONCE = 16
/** Looks again at the latest after this long, whatever the clock did. */
const LONGEST_SLEEP_MS = 5000

/** The bank's own life: planned jobs and the delivery of events. */
export type Worker = { wake: () => void; stop: () => Promise<void> }

function runJob(bank: Bank, kind: string, subject: string): void {
  if (kind === 'authorize_late') authorizeLate(bank, subject)
  else if (kind === 'fail_silent') failSilent(bank, subject)
  else if (kind === 'refund_process') endRefund(bank, subject, 'processed')
  else if (kind === 'refund_fail') endRefund(bank, subject, 'failed')
  else throw new Error(`no job ${kind}`)
}

function runDueJobs(bank: Bank): void {
  for (const row of bank.store
    .sql('SELECT id, kind, subject FROM jobs WHERE due_at <= ? ORDER BY due_at')
    .all(bank.now())) {
    transact(bank.store, () => {
      runJob(bank, text(row, 'kind'), text(row, 'subject'))
      bank.store.sql('DELETE FROM jobs WHERE id = ?').run(int(row, 'id'))
    })
  }
}

function nextDue(bank: Bank): number {
  const query = `SELECT min(due_at) AS due FROM (
    SELECT due_at FROM jobs UNION ALL SELECT due_at FROM events WHERE state = 'pending')`
  const due = bank.store.sql(query).get()?.due
  return typeof due === 'number' ? due : Number.POSITIVE_INFINITY
}

/**
 * Starts the worker. One event per order is under way at a time, so that without a scenario a shop sees an order's
 * events in their order, though nobody promises it.
 */
export function startWorker(bank: Bank, log: (line: string) => void): Worker {
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let tickPlanned = false

  const launch = (event: DueEvent) => {
    const done = deliver(bank, event, stopping.signal)
      .catch((error: unknown) => log(`event ${event.id} could not be booked: ${String(error)}`))
      .finally(() => {
        underWay.delete(event.orderId)
        wake()
      })
    underWay.set(event.orderId, done)
  }
  const tick = () => {
    tickPlanned = false
    if (stopping.signal.aborted) return
    runDueJobs(bank)
    for (const event of dueEvents(bank, 200)) {
      if (underWay.size >= AT_ONCE) break
      if (!underWay.has(event.orderId)) launch(event)
    }
    clearTimeout(timer)
    const pause = Math.min(LONGEST_SLEEP_MS, Math.max(20, nextDue(bank) - bank.now()))
    timer = setTimeout(tick, underWay.size > 0 ? Math.max(pause, 50) : pause)
    timer.unref()
  }
  // Never inside the caller's transaction: the caller's answer goes out first.
  const wake = () => {
    if (tickPlanned || stopping.signal.aborted) return
    tickPlanned = true
    setImmediate(tick)
  }
  wake()
  return {
    wake,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await Promise.allSettled(underWay.values())
    },
  }
}
