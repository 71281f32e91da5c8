import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Notice } from '#ui/parts.tsx'
import { createDetector, type Detect } from './detector.ts'

type Props = { onScan: (text: string) => void }

/** The same code counts again only once it has been out of sight for this long. */
const AGAIN_MS = 1500
/** Between two pictures: reading each costs a cheap phone a tenth of a second. */
const PAUSE_MS = 120

/** The camera's picture, with what it reads. */
export function Camera({ onScan }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [error, setError] = useState<string | null>(null)
  const scanned = useRef(onScan)
  useEffect(() => {
    scanned.current = onScan
  })
  useEffect(() => {
    const stop = new AbortController()
    watch(video.current, stop.signal, (text) => scanned.current(text)).catch((problem: unknown) => {
      if (!stop.signal.aborted) setError(problemText(problem))
      // Without a detector the camera would stay on.
      stop.abort()
    })
    return () => stop.abort()
  }, [])
  if (error !== null)
    return (
      <Notice tone="bad" live>
        {error}
      </Notice>
    )
  return (
    <div className="relative overflow-hidden rounded-md bg-photo-ink">
      <video ref={video} playsInline muted className="aspect-4/3 max-h-72 w-full object-cover" />
      <span aria-hidden="true" className="absolute inset-x-8 top-1/2 h-0.5 -translate-y-1/2 bg-photo-signal" />
      <p className="absolute inset-x-0 bottom-0 bg-photo-ink px-3 py-1.5 text-center text-xs text-photo-paper">
        {t('Hold the barcode across the line.')}
      </p>
    </div>
  )
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onScan: (text: string) => void,
): Promise<void> {
  if (video === null) return
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return end()
  signal.addEventListener('abort', end)
  video.srcObject = stream
  const [detect] = await Promise.all([createDetector(), video.play()])
  await readOn(video, detect, signal, onScan)
}

async function readOn(
  video: HTMLVideoElement,
  detect: Detect,
  signal: AbortSignal,
  onScan: (text: string) => void,
): Promise<void> {
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    for (const text of await detect(video).catch(() => [])) {
      if (signal.aborted) return
      const isNew = Date.now() - (seen.get(text) ?? 0) > AGAIN_MS
      seen.set(text, Date.now())
      if (isNew) onScan(text)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

function problemText(problem: unknown): string {
  const name = problem instanceof Error ? problem.name : ''
  if (name === 'NotAllowedError')
    return t('The camera is blocked. Allow it for this site in the browser’s settings, or type the number.')
  if (name === 'NotFoundError') return t('This device has no camera. Type the number, or use a hand scanner.')
  return t('The camera could not be started. Type the number, or use a hand scanner.')
}
