import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { RadioRow } from '#ui/radio-group.tsx'

type Verdict = 'fine' | 'damaged' | 'missing'

/** Pieces that should have come back. */
export interface ExpectedPieces {
  sku: string
  label: string
  quantity: number
}

/** Asks of each piece whether it's fine, damaged or missing. `body` is what a call takes. */
export function useInspection(expected: readonly ExpectedPieces[]) {
  const pieces = expected.flatMap(({ sku, label, quantity }) =>
    Array.from({ length: quantity }, (_, index) => ({
      key: `${sku} ${index}`,
      sku,
      label: quantity > 1 ? `${label} (${index + 1}/${quantity})` : label,
    })),
  )
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict>>>({})
  const verdictOf = (key: string) => verdicts[key] ?? 'fine'
  const of = (verdict: Verdict) =>
    pieces.filter(({ key }) => verdictOf(key) === verdict).map(({ sku }) => ({ sku, quantity: 1 }))
  const body = { damaged: of('damaged'), missing: of('missing') }
  return {
    body,
    isAllMissing: body.missing.length === pieces.length,
    receiveText: t('Receive: {fine} fine, {damaged} damaged, {missing} missing', {
      fine: of('fine').length,
      damaged: body.damaged.length,
      missing: body.missing.length,
    }),
    fields: pieces.map(({ key, label }) => (
      <RadioRow
        key={key}
        name={key}
        legend={label}
        value={verdictOf(key)}
        onChange={(verdict: Verdict) => setVerdicts({ ...verdicts, [key]: verdict })}
        options={[
          { value: 'fine', label: t('Fine') },
          { value: 'damaged', label: t('Damaged') },
          { value: 'missing', label: t('Missing') },
        ]}
      />
    )),
  }
}
