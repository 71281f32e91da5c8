import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** Shows what stands far down a page, and loads its code, only once the visitor comes near. `className` can keep its place free. */
export function WhenNear({ children, className }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      {
        rootMargin: '400px',
      },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {isNear ? <Suspense>{children}</Suspense> : null}
    </div>
  )
}
