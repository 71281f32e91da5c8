import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

type Props = {
  children: ReactNode
  /** Can reserve the height of the content. */
  className?: string
  /** Shown in its place until it's loaded. */
  fallback?: ReactNode
}

/** Renders content far down a page, and so loads its code, only when the visitor scrolls near it. */
export function LazyOnVisible({ children, className, fallback }: Props) {
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
      {isNear ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}
    </div>
  )
}
