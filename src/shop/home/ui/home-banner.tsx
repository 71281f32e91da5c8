import { Suspense, useEffect, useRef, useState } from 'react'
import { logProblem } from '#platform/browser/log-problem.ts'
import { useResolved } from '#platform/browser/use-resolved.ts'
import { t } from '#platform/text/t.ts'

type Props = { url: string | null | Promise<string | null> }

/** The operator's banner: shown only if one is set, and removed if it fails to load (SPEC section 1). */
export function HomeBanner({ url }: Props) {
  return (
    <Suspense fallback={null}>
      <BannerPicture url={url} />
    </Suspense>
  )
}

function BannerPicture({ url }: Props) {
  const src = useResolved(url)
  const [failed, setFailed] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const onError = () => {
    logProblem('The banner couldn’t be shown', src)
    setFailed(src)
  }
  // The picture may have failed before hydration, when no error handler was attached.
  useEffect(() => {
    const { current } = image
    if (current?.complete && current.naturalWidth === 0) setFailed(src)
  }, [src])
  if (!src || failed === src) return null
  return (
    <img
      ref={image}
      src={src}
      alt={t('Shop banner')}
      width={1600}
      height={480}
      onError={onError}
      className="block aspect-10/3 w-full bg-sunk object-cover"
    />
  )
}
