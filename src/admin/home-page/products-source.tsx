import { t } from '#platform/text/t.ts'
import { Field, Select, TextArea } from '#ui/field.tsx'
import type { Section } from './sections.ts'

type Props = {
  source: Section
  onChange: (source: Section) => void
  errorOf: (path: string) => string | null
}

const SOURCES = [
  ['newest', t('Newest products')],
  ['bestSold', t('Best sellers')],
  ['filter', t('A category or a search')],
  ['hand', t('Chosen products')],
  ['latestArrivals', t('The list “Popular This Week”')],
  ['topCollection', t('The list “Best Seller”')],
] as const

/** Where a row's products come from. */
export function ProductsSource({ source, onChange, errorOf }: Props) {
  const by = String(source.by ?? 'newest')
  // Safe casts: what isn't so is refused by the server.
  const filter = (source.filter ?? {}) as Section
  const ids = (source.ids ?? []) as readonly unknown[]
  return (
    <>
      <Select
        label={t('Products')}
        value={by}
        error={errorOf('by')}
        onChange={({ target }) => onChange(startOf(target.value))}
      >
        {SOURCES.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      {by === 'bestSold' ? (
        <Field
          label={t('Days to look back')}
          inputMode="numeric"
          value={String(source.days ?? '')}
          error={errorOf('days')}
          onChange={({ target }) => onChange({ ...source, days: numberOf(target.value) })}
        />
      ) : null}
      {by === 'hand' ? (
        <TextArea
          label={t('Products, one per line')}
          hint={t('The last part of a product’s address: linen-shirt for /product-details/linen-shirt')}
          rows={4}
          value={ids.join('\n')}
          error={errorOf('ids') ?? ids.map((_, at) => errorOf(`ids.${at}`)).find((error) => error !== null) ?? null}
          onChange={({ target }) => onChange({ ...source, ids: target.value.split('\n') })}
          onBlur={() => onChange({ ...source, ids: ids.map((id) => String(id).trim()).filter((id) => id !== '') })}
        />
      ) : null}
      {by === 'filter' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {FILTERS.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              value={textOf(filter[name])}
              error={errorOf(`filter.${name}`)}
              onChange={({ target }) => onChange({ ...source, filter: withFilter(filter, name, target.value) })}
            />
          ))}
        </div>
      ) : null}
      {['newest', 'bestSold', 'filter'].includes(by) ? (
        <Field
          label={t('How many, 1 to 20')}
          inputMode="numeric"
          placeholder="10"
          value={String(source.count ?? '')}
          error={errorOf('count')}
          onChange={({ target }) => {
            const { count: _, ...rest } = source
            onChange(target.value === '' ? rest : { ...rest, count: numberOf(target.value) })
          }}
        />
      ) : null}
    </>
  )
}

const FILTERS = [
  ['categories', t('Category')],
  ['subcategory', t('Subcategory')],
  ['collection', t('Collection')],
  ['colors', t('Colour')],
  ['q', t('Search words')],
] as const

function startOf(by: string): Section {
  if (by === 'bestSold') return { by, days: 30 }
  if (by === 'hand') return { by, ids: [] }
  return by === 'filter' ? { by, filter: {} } : { by }
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

/** Several values are separated by commas; only the search is one text. */
function withFilter(filter: Section, name: string, text: string): Section {
  const { [name]: _, ...rest } = filter
  if (text === '') return rest
  return { ...rest, [name]: name === 'q' ? text : text.split(',').map((part) => part.trimStart()) }
}

function numberOf(text: string): unknown {
  return /^\d+$/.test(text.trim()) ? Number(text) : text
}
