import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { forgetChange, useOpenRecord } from '../live.ts'

/** After so long out of sight a record is shown anew: what others changed meanwhile was not told. */
const STALE_MS = 20_000

/**
 * Tells two people on one record of each other, and of changes: nothing on the screen changes before "Show it" is
 * pressed. `subject` names the record as the audit log does: `order:ID`.
 */
export function AlsoHere({ subject }: { subject: string }) {
  const { others, changedBy } = useOpenRecord(subject)
  const { revalidate } = useRevalidator()
  const hiddenAt = useRef(0)
  useEffect(() => {
    function onChange(): void {
      if (document.visibilityState === 'hidden') hiddenAt.current = Date.now()
      else if (hiddenAt.current > 0 && Date.now() - hiddenAt.current > STALE_MS) void revalidate()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [revalidate])
  function show(): void {
    forgetChange(subject)
    void revalidate()
  }
  const isQuiet = others.length === 0 && changedBy === undefined
  return (
    <div role="status" className={isQuiet ? 'contents' : 'grid gap-2 rounded-sm bg-violet-soft px-4 py-3 text-ink'}>
      {others.length === 0 ? null : <p>{hereText(others)}</p>}
      {changedBy === undefined ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-bold">
            {changedBy === null
              ? t('This was changed in the meantime.')
              : t('{name} changed this.', { name: changedBy })}
          </p>
          <Button size="sm" variant="outline" onClick={show}>
            {t('Show it')}
          </Button>
        </div>
      )}
    </div>
  )
}

function hereText(names: readonly string[]): string {
  const [first = '', ...rest] = names
  return rest.length === 0
    ? t('{name} has this open too.', { name: first })
    : t('{names} and {last} have this open too.', {
        names: [first, ...rest.slice(0, -1)].join(', '),
        last: rest.at(-1) ?? '',
      })
}
