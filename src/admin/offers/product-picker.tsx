import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { call } from '../api.ts'

type Props = {
  label: string
  ids: readonly string[]
  error: string | null
  onChange: (ids: readonly string[]) => void
}

/** Waits so long after a letter before it searches. */
const PAUSE_MS = 200

/** Products chosen one by one, found by their names. */
export function ProductPicker({ label, ids, error, onChange }: Props) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<readonly { id: string; name: string }[]>([])
  const isTyped = q.trim() !== ''
  useEffect(() => {
    if (!isTyped) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const result = await call('GET /products', { query: { q, limit: 6 } }, { signal: stop.signal }).catch(() => null)
      if (result?.ok) setFound(result.data.items)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q, isTyped])
  const shown = isTyped ? found.filter(({ id }) => !ids.includes(id)) : []
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        type="search"
        autoComplete="off"
        placeholder={t('Search for a product')}
        value={q}
        error={error}
        onChange={({ target }) => setQ(target.value)}
      />
      {shown.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2" aria-label={t('Found products')}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <Button variant="outline" size="sm" onClick={() => onChange([...ids, id])}>
                {t('Add {name}', { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ids.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-sm border border-line" aria-label={t('Chosen products')}>
          {ids.map((id) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 truncate text-sm">{id}</span>
              <Button
                variant="text"
                size="sm"
                aria-label={t('Remove {name}', { name: id })}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
