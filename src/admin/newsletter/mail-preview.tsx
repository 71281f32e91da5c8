import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Notice } from '#ui/parts.tsx'
import { callOnce, fileUrl } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'
import { Section } from '../parts/record-page.tsx'

/** So long after the last key the mail is drawn again. */
const PAUSE_MS = 500

/** The mail as a reader gets it: the server's own rendering, in a frame that may do nothing. */
export function MailPreview({ subject, text }: { subject: string; text: string }) {
  const [drawn, setDrawn] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const kept = await callOnce('PUT /newsletters/preview', { body: { subject, text } }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setProblem(kept.ok ? null : readFailureText(kept))
      if (kept.ok) setDrawn((count) => count + 1)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [subject, text])
  return (
    <Section title={t('Preview')}>
      {problem === null ? null : (
        <div className="pb-3">
          <Notice tone="warn" live>
            {t('This preview isn’t up to date. {why}', { why: problem })}
          </Notice>
        </div>
      )}
      <iframe
        key={drawn}
        title={t('The e-mail as subscribers get it')}
        sandbox=""
        src={drawn === 0 ? undefined : fileUrl(`/newsletters/preview?drawn=${drawn}`)}
        className="h-160 w-full rounded-sm border border-line bg-photo-paper"
      />
    </Section>
  )
}
