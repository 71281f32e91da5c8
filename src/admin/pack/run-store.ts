import { useSyncExternalStore } from 'react'
import { newKey } from '#platform/browser/request-keys.ts'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'
import { t } from '#platform/text/t.ts'
import type { PackItem, PackTick } from '#shop/shipping/pack-contract.ts'
import { call, callOnce } from '../api.ts'
import { readStaff } from '../session.ts'
import {
  openItems,
  type PackStep,
  type Parcel,
  type Run,
  startRun,
  tickPiece,
  type WaitingTick,
  withItems,
  withMore,
  withTicks,
} from './run.ts'
import { readStoredRun, storeRun } from './stored-run.ts'

const QUEUE = 'packQueue'
const RETRY_MS = 10_000
const POLL_MS = 4000

const runs = createStore<Run | null>(readStoredRun())
const queue = createStore<readonly WaitingTick[]>(readQueue())
/** Sentences of the shop about ticks that change nothing any more. */
const stale = createStore<readonly string[]>([])
/** What keeps ticks from being sent. */
const trouble = createStore<'unreachable' | 'signed-out' | null>(null)

function readQueue(): WaitingTick[] {
  const stored = deviceStorage.read(QUEUE)
  // Safe cast: this module alone writes the key.
  return Array.isArray(stored) ? (stored as WaitingTick[]) : []
}

function setRun(run: Run | null): void {
  storeRun(run)
  runs.set(run)
}

function setQueue(ticks: readonly WaitingTick[]): void {
  deviceStorage.write(QUEUE, ticks.length > 0 ? ticks : null)
  queue.set(ticks)
}

/** The run on this device, or null. Another person's isn't shown. */
export function currentRun(): Run | null {
  const run = runs.read()
  return run?.staffId === readStaff()?.id ? run : null
}

export function useRun(): Run | null {
  return useSyncExternalStore(runs.subscribe, currentRun)
}

/** How many ticks wait, what keeps them from being sent, and what it said about ticks that came too late. */
export function useSending() {
  return {
    waiting: useSyncExternalStore(queue.subscribe, queue.read).length,
    trouble: useSyncExternalStore(trouble.subscribe, trouble.read),
    stale: useSyncExternalStore(stale.subscribe, stale.read),
  }
}

export function forgetStale(): void {
  stale.set([])
}

/** Adds items to the run, or begins one if there is none or all of it is done. */
export function addToRun(packing: { items: PackItem[]; ticks: readonly PackTick[]; now: string }): void {
  const run = currentRun()
  const isOpen = run !== null && openItems(run).length > 0
  setRun(isOpen ? withMore(run, packing) : startRun(readStaff()?.id ?? '', packing, Date.now()))
  stale.set([])
}

/** Another person's run doesn't stay on the device. */
export function forgetForeignRun(): void {
  if (runs.read() !== null && currentRun() === null) setRun(null)
}

/** Ends the run: nothing of it stays on the device, but ticks that wait are still sent. */
export function endRun(): void {
  setRun(null)
}

/** Forgets the run and the ticks that wait, for whoever signs out. */
export function forgetRun(): void {
  clearTimeout(sending.retry)
  setQueue([])
  setRun(null)
}

/** Ticks pieces, and sends the tick as soon as there is a connection. */
export function tick(item: PackItem, sku: string, step: PackStep, count: number): void {
  const before = currentRun()
  if (before === null) return
  const { run, tick: made } = tickPiece(before, { item, sku, step, count, key: newKey() }, Date.now())
  setRun(run)
  setQueue([...queue.read(), made])
  void sendTicks()
}

export function setDraft(id: string, parcel: Parcel): void {
  const run = currentRun()
  if (run !== null) setRun({ ...run, drafts: { ...run.drafts, [id]: parcel } })
}

/** Notes that a parcel has left; if pieces of it stay, the shop says which. */
export async function noteShipped(item: PackItem, parcel: Parcel, left: number): Promise<void> {
  const run = currentRun()
  if (run === null) return
  const { [item.id]: _, ...drafts } = run.drafts
  const shipped = left === 0 ? { ...run.shipped, [item.id]: parcel } : run.shipped
  setRun({ ...run, drafts, shipped })
  if (left > 0) await refreshRun()
}

/** Asks the shop what of the run is still to pack. Without a connection the run stays as it is. */
export async function refreshRun(): Promise<void> {
  const asked = currentRun()
  if (asked === null) return
  const ids = openItems(asked).map(({ id }) => id)
  if (ids.length === 0) return
  const result = await call('GET /pack', { query: { orders: ids.join(','), limit: 100 } })
  noteAnswer(result)
  const run = currentRun()
  if (result.ok && run !== null)
    setRun(withItems(run, ids, result.data, t('It’s no longer to pack: shipped or cancelled.')))
}

const sending = {
  promise: null as Promise<void> | null,
  retry: undefined as ReturnType<typeof setTimeout> | undefined,
}

/**
 * Sends the ticks that wait, in their order. A lost answer does no harm: the shop takes each tick once.
 * @returns when none waits any more, or they can't be sent now
 */
export function sendTicks(): Promise<void> {
  clearTimeout(sending.retry)
  sending.promise ??= sendAll().finally(() => {
    sending.promise = null
  })
  return sending.promise
}

async function sendAll(): Promise<void> {
  while (queue.read().length > 0) {
    const batch = queue.read().slice(0, 200)
    const idempotencyKey = `${batch[0]?.key}-${batch.at(-1)?.key}`
    const result = await call('POST /pack/ticks', { body: { ticks: batch } }, { idempotencyKey })
    noteAnswer(result)
    if (!result.ok && (result.status === 0 || result.status >= 500 || result.status === 409)) {
      sending.retry = setTimeout(sendTicks, RETRY_MS)
      return
    }
    // Nobody signed in: the ticks wait for whoever does.
    if (!result.ok && result.status !== 400) return
    const sent = new Set(batch.map(({ key }) => key))
    setQueue(queue.read().filter(({ key }) => !sent.has(key)))
    if (result.ok) takeAnswer(result.data)
    else stale.set([...stale.read(), result.message])
  }
}

function takeAnswer({
  ticks,
  stale: late,
}: {
  ticks: readonly PackTick[]
  stale: readonly { item: string; message: string }[]
}): void {
  const run = currentRun()
  if (run !== null) setRun(withTicks(run, ticks))
  // What this device has shipped itself needs no word.
  const told = late.filter(({ item }) => run?.shipped[item] === undefined).map(({ message }) => message)
  if (told.length === 0) return
  stale.set([...new Set([...stale.read(), ...told])])
  void refreshRun()
}

/** What the answer of a call says about the connection. */
function noteAnswer({ ok, status }: { ok: boolean; status: number }): void {
  const now =
    ok || (status !== 401 && status > 0 && status < 500) ? null : status === 401 ? 'signed-out' : 'unreachable'
  if (trouble.read() !== now) trouble.set(now)
}

/**
 * While a screen of a run is shown: sends what waits when the connection is back, and reads what others tick.
 * @returns the function that stops it
 */
export function followRun(): () => void {
  const stop = new AbortController()
  let since: string | null = null
  async function poll(): Promise<void> {
    if (document.hidden || !navigator.onLine || currentRun() === null) return
    const now = new Date(Date.now() + (currentRun()?.clock ?? 0)).toISOString()
    const result = await callOnce('GET /pack/ticks', { query: { since: since ?? now } })
    noteAnswer(result)
    const run = currentRun()
    if (!result.ok || run === null || stop.signal.aborted) return
    since = result.data.now
    if (result.data.ticks.length > 0) setRun(withTicks(run, result.data.ticks))
    if (queue.read().length > 0) void sendTicks()
  }
  window.addEventListener('online', () => void sendTicks(), { signal: stop.signal })
  window.addEventListener('offline', () => trouble.set('unreachable'), { signal: stop.signal })
  const timer = setInterval(poll, POLL_MS)
  void sendTicks()
  return () => {
    stop.abort()
    clearInterval(timer)
  }
}
