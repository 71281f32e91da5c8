import { useRef, useState } from 'react'
import type { ApiResult } from '#platform/api/client.ts'
import { failureText } from '../parts/failure-text.ts'

/** One step's calls: pending while one runs, then its data or the sentence about its failure. */
export function useStep() {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isRunning = useRef(false)
  async function run<T>(make: () => Promise<ApiResult<T>>, then: (data: T) => void, onEnded?: () => void) {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setError(null)
    const result = await make()
    isRunning.current = false
    setPending(false)
    if (result.ok) return then(result.data)
    setError(failureText(result))
    // The half sign-in is over: it begins again.
    if (result.code === 'not_logged_in') onEnded?.()
  }
  return { pending, error, run }
}
