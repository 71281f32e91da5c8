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

type Product = { id: string; name: string }

/** Waits so long after a letter before it searches. */
const PAUSE_MS = 200

/** Products chosen one by one, found by their names. */
export function ProductPicker({ label, ids, error, onChange }: Props) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<{ q: string; products: readonly Product[] }>({ q: '', products: [] })
  const [names, addName] = useNames(ids)
  const isTyped = q.trim() !== ''
  useEffect(() => {
    if (!isTyped) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const result = await call('GET /products', { query: { q, limit: 6 } }, { signal: stop.signal }).catch(() => null)
      if (result?.ok) setFound({ q, products: result.data.items })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [q, isTyped])
  // One that was deleted has no name left.
  const chosen = ids.map((id) => ({ id, name: names.get(id) ?? id }))
  const shown = isTyped ? found.products.filter(({ id }) => !ids.includes(id)) : []
  function add(product: Product): void {
    addName(product)
    onChange([...ids, product.id])
  }
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
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isTyped && found.q === q && found.products.length === 0 ? t('No product found for “{q}”.', { q }) : null}
      </p>
      {shown.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2" aria-label={t('Found products')}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <Button variant="outline" size="sm" onClick={() => add({ id, name })}>
                {t('Add {name}', { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ids.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-sm border border-line" aria-label={t('Chosen products')}>
          {chosen.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 truncate text-sm">{name}</span>
              <Button
                variant="text"
                size="sm"
                aria-label={t('Remove {name}', { name })}
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

/** So many products are asked about at once. */
const AT_ONCE = 100

/** The names of products by their ids, once they're there, and what adds one that is known. */
function useNames(ids: readonly string[]) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const unnamed = ids
    .filter((id) => !names.has(id))
    .slice(0, AT_ONCE)
    .join(',')
  useEffect(() => {
    if (unnamed === '') return
    const stop = new AbortController()
    const query = { ids: unnamed, limit: AT_ONCE }
    void call('GET /products', { query }, { signal: stop.signal })
      .catch(() => null)
      .then((result) => {
        if (!result?.ok) return
        // What isn't found keeps its id, so that it isn't asked about again.
        const asked = unnamed.split(',').map((id) => ({ id, name: id }))
        setNames((now) => withNames(now, [...asked, ...result.data.items]))
      })
    return () => stop.abort()
  }, [unnamed])
  return [names, (product: Product) => setNames((now) => withNames(now, [product]))] as const
}

const withNames = (names: ReadonlyMap<string, string>, products: readonly Product[]) =>
  new Map([...names, ...products.map(({ id, name }) => [id, name] as const)])
