import { useState } from 'react'

/** What the last scan did. The same scan again is said again. */
export interface Said {
  id: number
  tone: 'ok' | 'bad'
  title: string
  line: string
}

/** What the last scan did, and how to say what the next one did. */
export function useSaid() {
  const [said, setSaid] = useState<Said | null>(null)
  return {
    said,
    say: (tone: Said['tone'], title: string, line = '') =>
      setSaid((before) => ({ id: (before?.id ?? 0) + 1, tone, title, line })),
  }
}

/** Green or loud red, so large that it's seen from where the hands are. */
export function SaidPanel({ said }: { said: Said | null }) {
  const look = said?.tone === 'ok' ? 'border-ok bg-ok-soft text-ok' : 'border-bad bg-bad-soft text-bad'
  return (
    <div role={said?.tone === 'bad' ? 'alert' : 'status'}>
      {said === null ? null : (
        <div key={said.id} className={`grid gap-0.5 rounded-md border-3 px-4 py-3 wrap-anywhere ${look}`}>
          <p className="font-wide text-lg font-extrabold">{said.title}</p>
          {said.line === '' ? null : <p className="font-bold">{said.line}</p>}
        </div>
      )}
    </div>
  )
}
