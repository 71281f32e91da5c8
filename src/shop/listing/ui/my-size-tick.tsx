import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Checkbox } from '#ui/field.tsx'
import { valueName } from '../../catalog/value-names.ts'
import { readMySizes } from '../my-sizes.ts'

type Props = {
  chosen: readonly string[]
  onChange: (sizes: readonly string[]) => void
}

/** One tick for the sizes that were ticked last on this device: what's left in one of them (setting `listing.mySize`). */
export function MySizeTick({ chosen, onChange }: Props) {
  // The server doesn't know the device's: the tick stands there from the start, so that nothing moves.
  const [mine, setMine] = useState<readonly string[]>([])
  const key = chosen.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick below may have been remembered.
  useEffect(() => setMine(readMySizes()), [key])
  const isTicked = mine.length > 0 && mine.length === chosen.length && mine.every((size) => chosen.includes(size))
  return (
    <Checkbox
      label={
        <>
          {t('Sold in my size')}{' '}
          <span className="block text-sm text-ink-3">
            {mine.length === 0 ? t('Tick a size once to remember it.') : mine.map((size) => valueName(size)).join(', ')}
          </span>
        </>
      }
      disabled={mine.length === 0}
      checked={isTicked}
      onChange={() => onChange(isTicked ? [] : mine)}
      className="md:pointer-fine:text-sm"
    />
  )
}
