import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the screen's data again and again while work on it is under way. */
export function useAskAgain(isUnderWay: boolean, everyMs: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void revalidate(), everyMs)
    return () => clearInterval(timer)
  }, [isUnderWay, everyMs, revalidate])
}
