import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#platform/browser/store.ts'
import { callOnce } from './api.ts'
import { subscribeStaff } from './session.ts'

/** The counts beside the words of the menu, by name: only what the person's role may see. */
export type Badges = Readonly<Record<string, number>>

/** What happened to a record while it's open here. */
export interface RecordNews {
  /** Who else has it open, by name. */
  others: readonly string[]
  /** Who changed it last since it was shown: a name, or null for a customer. Undefined: nobody. */
  changedBy?: string | null
}

const NOTHING: RecordNews = { others: [] }

const badges = createStore<Badges>({})
const records = createStore<Readonly<Record<string, RecordNews>>>({})

/** How often a screen says that its record is still open. The server forgets it after 30 seconds. */
const PRESENT_MS = 10_000
/** A browser gives up on a stream that is refused: the shop starts again, or the session has ended. Each wait is twice as long. */
const RETRY_MS = { first: 5000, most: 300_000 }

/** The counts, kept up to date while the site is open. */
export function useBadges(): Badges {
  return useSyncExternalStore(badges.subscribe, badges.read)
}

/** Listens to the shop's events while the page is in view: browsers allow few connections to a host. */
export function useLive(): void {
  useEffect(() => {
    let source: EventSource | null = null
    let retry: ReturnType<typeof setTimeout> | undefined
    let wait = RETRY_MS.first
    function close(): void {
      clearTimeout(retry)
      source?.close()
      source = null
    }
    function open(): void {
      close()
      if (document.visibilityState !== 'visible') return
      const opened = new EventSource('/api/admin/events')
      source = opened
      // `Live` of the server writes these.
      opened.addEventListener('counts', ({ data }) => {
        wait = RETRY_MS.first
        const counts: Badges = JSON.parse(data)
        badges.set(counts)
      })
      opened.addEventListener('here', ({ data }) => {
        const { subject, names }: { subject: string; names: string[] } = JSON.parse(data)
        note(subject, { others: names })
      })
      opened.addEventListener('changed', ({ data }) => {
        const { subject, by }: { subject: string; by: string | null } = JSON.parse(data)
        note(subject, { changedBy: by })
      })
      // The session has ended, or too many pages are open: the next sign-in, or look at this one, tries again.
      opened.addEventListener('bye', close)
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED || source !== opened) return
        source = null
        retry = setTimeout(open, wait)
        wait = Math.min(wait * 2, RETRY_MS.most)
      })
    }
    open()
    document.addEventListener('visibilitychange', open)
    const stop = subscribeStaff(() => {
      if (source === null) open()
    })
    return () => {
      stop()
      document.removeEventListener('visibilitychange', open)
      close()
    }
  }, [])
}

function note(subject: string, news: Partial<RecordNews>): void {
  const all = records.read()
  const known = all[subject]
  // Only of a record that is on the screen.
  if (known !== undefined) records.set({ ...all, [subject]: { ...known, ...news } })
}

/**
 * Says that a record is open here, while it's in view, and returns the news of it. `subject` names it as the audit log
 * does: `order:ID`.
 */
export function useOpenRecord(subject: string): RecordNews {
  useEffect(() => {
    records.set({ ...records.read(), [subject]: NOTHING })
    async function tell(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const result = await callOnce('POST /presence', { body: { subject } })
      if (result.ok) note(subject, { others: result.data.others })
    }
    void tell()
    const timer = setInterval(tell, PRESENT_MS)
    const leave = () => tellLeft(subject)
    document.addEventListener('visibilitychange', tell)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      window.removeEventListener('pagehide', leave)
      const { [subject]: _, ...rest } = records.read()
      records.set(rest)
      leave()
    }
  }, [subject])
  return useSyncExternalStore(records.subscribe, records.read)[subject] ?? NOTHING
}

/** Also while the page closes, when an ordinary call would be given up. */
function tellLeft(subject: string): void {
  const body = JSON.stringify({ subject, isOpen: false })
  const headers = { 'content-type': 'application/json' }
  void fetch('/api/admin/presence', { method: 'POST', keepalive: true, headers, body }).catch(() => {})
}

/** The record on the screen is shown anew, with what others changed. */
export function forgetChange(subject: string): void {
  const known = records.read()[subject]
  if (known !== undefined) records.set({ ...records.read(), [subject]: { others: known.others } })
}
