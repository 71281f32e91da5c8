import { useEffect, useRef, useState } from 'react'
import { call } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'
import { errorsIn } from '../parts/use-call.ts'

const WAIT_MS = 500

/**
 * Sends what is being changed for the preview, a moment after the last key, and has the page load anew if it's right.
 * `problem`: why the preview isn't of the latest, or null.
 */
export function usePreview(path: string | null, values: Readonly<Record<string, unknown>>) {
  const [shown, setShown] = useState<{ url: string | null; turn: number }>({ url: null, turn: 0 })
  const [errors, setErrors] = useState<readonly { path: string; message: string }[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const text = JSON.stringify(values)
  const last = useRef(Promise.resolve())
  useEffect(() => {
    if (path === null) return
    const body = { values: JSON.parse(text), path }
    let isOver = false
    async function send() {
      if (isOver) return
      const result = await call('PUT /settings/preview', { body })
      if (isOver) return
      setProblem(result.ok ? null : readFailureText(result))
      if (!result.ok) return
      setErrors(result.data.errors)
      if (result.data.errors.length === 0) setShown(({ turn }) => ({ url: result.data.url, turn: turn + 1 }))
    }
    // One after the other: an older draft that is stored late would replace the newer one, even if its call was aborted.
    const timer = setTimeout(() => {
      last.current = last.current.then(send)
    }, WAIT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [path, text])
  return { ...shown, problem, errorsIn: (name: string) => errorsIn(errors, name) }
}
