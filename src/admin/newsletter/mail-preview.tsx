import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { callOnce, fileUrl } from '../api.ts'
import { Section } from '../parts/record-page.tsx'

/** So long after the last key the mail is drawn again. */
const PAUSE_MS = 500

/** The mail as a reader gets it: the server's own rendering, in a frame that may do nothing. */
export function MailPreview({ subject, text }: { subject: string; text: string }) {
  const [drawn, setDrawn] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const kept = await callOnce('PUT /newsletters/preview', { body: { subject, text } })
      if (isOver) return
      setProblem(kept.ok ? null : kept.message)
      if (kept.ok) setDrawn((count) => count + 1)
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [subject, text])
  return (
    <Section title={t('The mail')}>
      {problem === null ? null : <p className="pb-2 text-sm text-bad">{problem}</p>}
      <iframe
        key={drawn}
        title={t('The mail as a reader gets it')}
        sandbox=""
        src={drawn === 0 ? undefined : fileUrl(`/newsletters/preview?drawn=${drawn}`)}
        className="h-160 w-full rounded-sm border border-line bg-photo-paper"
      />
    </Section>
  )
}
