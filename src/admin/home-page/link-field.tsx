import { useEffect, useId, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Field } from '#ui/field.tsx'
import { call } from '../api.ts'

type Props = {
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** The pages that a shop's home page leads to. */
const PAGES = [
  ['/categories', t('All products')],
  ['/categories?sortBy=newest', t('Newest products')],
  ['/categories?categories=Woman', t('Women')],
  ['/categories?categories=Man', t('Men')],
  ['/about-us', t('About us')],
  ['/nearby-store', t('Stores')],
  ['/contact-us', t('Contact')],
  ['/policies/shipping', t('Shipping policy')],
  ['/policies/exchanges', t('Exchange policy')],
] as const

const SEARCH_AFTER_MS = 250

/** Where a button or tile leads: a page of the shop that is chosen, or a product found by its name; any other path is typed. */
export function LinkField({ value, error, onChange }: Props) {
  const list = useId()
  const products = useProducts(value)
  return (
    <>
      <Field
        label={t('Link')}
        hint={t('Choose a page, or type a product’s name.')}
        list={list}
        autoComplete="off"
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {[...products, ...PAGES].map(([path, name]) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The first products that what was typed finds, by the paths of their pages. */
function useProducts(typed: string): readonly (readonly [path: string, name: string])[] {
  const [found, setFound] = useState<readonly (readonly [string, string])[]>([])
  const q = typed.trim()
  const isName = q.length > 1 && !q.startsWith('/')
  useEffect(() => {
    if (!isName) return
    let isOver = false
    const timer = setTimeout(async () => {
      const result = await call('GET /products', { query: { q, state: 'published', limit: '8' } })
      if (!isOver && result.ok)
        setFound(result.data.items.map(({ id, name }) => [`/product-details/${id}`, `${name} · ${q}`]))
    }, SEARCH_AFTER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [q, isName])
  return isName ? found : []
}
