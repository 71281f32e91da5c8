import { useEffect, useRef, useState } from 'react'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { isSame, useDraft } from '../parts/use-draft.ts'
import type { Section } from './sections.ts'

export type Problem = { path: string; message: string }

/** The published page with one's own draft. */
interface Page {
  sections: readonly Section[]
  version: string
  draft: { sections: readonly Section[]; version: string | null; errors: readonly Problem[] } | null
}

/** Sections, and the published version that they change. */
type Typed = { sections: readonly Section[]; version: string }

/** The wait after a change, and before a failed attempt is made again. */
const WAIT_MS = 400
const RETRY_MS = 10_000

/**
 * One's own draft of the home page. The server keeps it a moment after each change, for its preview, which shows the last one
 * without a fault; until then it's on this device.
 */
export function useHomeDraft(page: Page) {
  const onServer: Typed = {
    sections: page.draft?.sections ?? page.sections,
    version: page.draft?.version ?? page.version,
  }
  const onDevice = useDraft<Typed>('home-page', onServer)
  const [typed, setTyped] = useState(onDevice.value)
  const [kept, setKept] = useState(onServer)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [preview, setPreview] = useState<{ errors: readonly Problem[]; url: string | null; turn: number }>({
    errors: page.draft?.errors ?? [],
    url: '/?staff-preview=home-page',
    turn: 0,
  })
  const saving = useRef<{ begin?: () => void; made: Promise<unknown> }>({ made: Promise.resolve() })
  const { forget } = onDevice
  const forgetKept = useRef(forget)
  forgetKept.current = forget
  const isKept = isSame(typed, kept)

  useEffect(() => {
    if (isKept) return
    const stop = new AbortController()
    const save = async () => {
      if (stop.signal.aborted) return
      const body = { sections: [...typed.sections], version: typed.version }
      const result = await call('PUT /home-page/draft', { body })
      if (!result.ok) {
        if (stop.signal.aborted) return
        setTrouble(failureText(result))
        // What the shop refuses it would refuse again.
        if (result.status === 0 || result.status >= 500) timer = setTimeout(begin, RETRY_MS)
        return
      }
      setKept(typed)
      setTrouble(null)
      forgetKept.current(typed)
      if (stop.signal.aborted) return
      const { errors, url } = result.data
      setPreview((before) => (errors.length > 0 ? { ...before, errors } : { errors, url, turn: before.turn + 1 }))
    }
    const begin = () => {
      clearTimeout(timer)
      // One after the other, so that the last one stays.
      saving.current = { made: saving.current.made.then(save) }
    }
    let timer = setTimeout(begin, WAIT_MS)
    window.addEventListener('online', begin, { signal: stop.signal })
    saving.current.begin = begin
    return () => {
      delete saving.current.begin
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, isKept])

  function set(next: Typed): void {
    setTyped(next)
    onDevice.set(next)
  }

  return {
    ...typed,
    ...preview,
    isKept,
    /** Why it's on this device only, or null. It's tried again by itself. */
    trouble: isKept ? null : trouble,
    change: (sections: readonly Section[]) => set({ ...typed, sections }),
    /** Goes on with it as a change of another version. */
    rebase: (version: string) => set({ ...typed, version }),
    /** Saves now what waits, and resolves once it's done: a draft that came after its publication would stay. */
    async settle(): Promise<void> {
      saving.current.begin?.()
      await saving.current.made
    },
    /** Deletes it from this device: it's published, or given up. */
    clear: onDevice.clear,
  }
}

export type HomeDraft = ReturnType<typeof useHomeDraft>
