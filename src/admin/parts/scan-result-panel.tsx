import { useState } from 'react'

/** What the last scan did. The same scan again is a new result. */
export interface ScanResult {
  id: number
  tone: 'ok' | 'bad'
  title: string
  line: string
}

/** What the last scan did, and how to show what the next one did. */
export function useScanResult() {
  const [result, setResult] = useState<ScanResult | null>(null)
  return {
    result,
    show: (tone: ScanResult['tone'], title: string, line = '') =>
      setResult((before) => ({ id: (before?.id ?? 0) + 1, tone, title, line })),
  }
}

/** Green or loud red, so large that it's seen from where the hands are. */
export function ScanResultPanel({ result }: { result: ScanResult | null }) {
  const look = result?.tone === 'ok' ? 'border-ok bg-ok-soft text-ok' : 'border-bad bg-bad-soft text-bad'
  return (
    <div role={result?.tone === 'bad' ? 'alert' : 'status'}>
      {result === null ? null : (
        <div key={result.id} className={`grid gap-0.5 rounded-md border-3 px-4 py-3 wrap-anywhere ${look}`}>
          <p className="font-wide text-lg font-extrabold">{result.title}</p>
          {result.line === '' ? null : <p className="font-bold">{result.line}</p>}
        </div>
      )}
    </div>
  )
}
