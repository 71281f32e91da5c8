import { useEffect, useRef, useState } from 'react'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import type { Section } from './sections.ts'

export type Problem = { path: string; message: string }

/** The published page with one's own draft. */
interface Page {
  sections: readonly Section[]
  draft: { sections: readonly Section[]; errors: readonly Problem[] } | null
}

const WAIT_MS = 400

/**
 * Keeps the draft on the server a moment after each change; the preview shows the last one without a fault. `version`: the
 * published one that the draft changes.
 */
export function useDraftOnServer(sections: readonly Section[], version: string, page: Page) {
  const [state, setState] = useState<{ errors: readonly Problem[]; url: string | null; turn: number }>({
    errors: page.draft?.errors ?? [],
    url: '/?staff-preview=home-page',
    turn: 0,
  })
  const [kept, setKept] = useState(JSON.stringify(page.draft?.sections ?? page.sections))
  const saving = useRef<{ begin?: () => void; made: Promise<unknown> }>({ made: Promise.resolve() })
  const text = JSON.stringify(sections)
  useEffect(() => {
    if (text === kept) return
    let isCurrent = true
    const save = async () => {
      if (!isCurrent) return
      const result = await call('PUT /home-page/draft', { body: { sections: JSON.parse(text), version } })
      if (!result.ok) return void showToast(failureText(result), { tone: 'bad' })
      setKept(text)
      if (!isCurrent) return
      const { errors, url } = result.data
      setState((before) => (errors.length > 0 ? { ...before, errors } : { errors, url, turn: before.turn + 1 }))
    }
    const begin = () => {
      clearTimeout(timer)
      // One after the other, so that the last one stays.
      saving.current = { made: saving.current.made.then(save) }
    }
    const timer = setTimeout(begin, WAIT_MS)
    saving.current.begin = begin
    return () => {
      delete saving.current.begin
      clearTimeout(timer)
      isCurrent = false
    }
  }, [text, kept, version])

  /** Saves now what waits, and resolves once it's done: a draft that came after its publication would stay. */
  async function settle(): Promise<void> {
    saving.current.begin?.()
    await saving.current.made
  }

  return { ...state, isKept: text === kept, settle }
}
