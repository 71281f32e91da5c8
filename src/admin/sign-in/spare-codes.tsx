import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { CopyButton } from '../parts/copy-button.tsx'

/** The ten spare codes, which are shown this once. */
export function SpareCodes({
  codes,
  lead = t('You’re in. If you lose your device, each of these codes lets you in once. They aren’t shown again.'),
  onKept,
}: {
  codes: readonly string[]
  lead?: string
  onKept: () => void
}) {
  const [isKept, setIsKept] = useState(false)
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-ink-2">{lead}</p>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm border border-line-strong bg-card p-4 font-bold tabular-nums">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={t('Copy')} size="sm" className="flex-1" />
        <Button variant="outline" size="sm" className="flex-1" onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </div>
      <Checkbox
        label={t('I’ve saved them in a safe place.')}
        checked={isKept}
        onChange={(event) => setIsKept(event.target.checked)}
      />
      <Button variant="primary" wide disabled={!isKept} onClick={onKept}>
        {t('Done')}
      </Button>
    </div>
  )
}
