import { useEffect, useState } from 'react'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import type { Section } from './sections.ts'

export type Problem = { path: string; message: string }

/** The published page with one's own draft. */
interface Page {
  sections: readonly Section[]
  version: string
  draft: { sections: readonly Section[]; version: string | null; errors: readonly Problem[] } | null
}

const WAIT_MS = 400

/** Keeps the draft on the server a moment after each change; the preview shows the last one without a fault. */
export function useDraftOnServer(sections: readonly Section[], page: Page) {
  const [state, setState] = useState<{ errors: readonly Problem[]; url: string | null; turn: number }>({
    errors: page.draft?.errors ?? [],
    url: '/?staff-preview=home-page',
    turn: 0,
  })
  const [kept, setKept] = useState(JSON.stringify(page.draft?.sections ?? page.sections))
  const text = JSON.stringify(sections)
  useEffect(() => {
    if (text === kept) return
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      const body = { sections: JSON.parse(text), version: page.draft?.version ?? page.version }
      const result = await call('PUT /home-page/draft', { body }, { signal: stopped.signal })
      if (stopped.signal.aborted) return
      if (!result.ok) return void showToast(failureText(result), { tone: 'bad' })
      setKept(text)
      const { errors, url } = result.data
      setState((before) => (errors.length > 0 ? { ...before, errors } : { errors, url, turn: before.turn + 1 }))
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [text, kept, page])
  return { ...state, isKept: text === kept }
}
