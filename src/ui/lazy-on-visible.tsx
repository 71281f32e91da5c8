import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/**
 * Renders content far down a page, and so loads its code, only when the visitor scrolls near it. `className` can
 * reserve its height.
 */
export function LazyOnVisible({ children, className }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observe = (seen: IntersectionObserverEntry[]) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true)
    }
    const observer = new IntersectionObserver(observe, { rootMargin: '400px' })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {isNear ? <Suspense>{children}</Suspense> : null}
    </div>
  )
}
