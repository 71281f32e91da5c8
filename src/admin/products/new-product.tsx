import { type SyntheticEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { slugOf } from '#platform/text/slug.ts'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { FILTER_OPTIONS } from '#shop/catalog/rules.ts'
import { Button } from '#ui/button.tsx'
import { Field, Select, TextArea } from '#ui/field.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { FIELD_NAMES, type FieldName, labelOf, serverName, textOf, valueFrom, variantsOf } from './fields.ts'
import { cellKey, changesOf, EMPTY_GRID, type GridDraft } from './grid.ts'
import { VariantsGrid } from './variants-grid.tsx'

/** With `like`, the product that is copied: its words, colours and sizes, but not its pictures and stock. */
export async function loader({ request }: LoaderFunctionArgs): Promise<ProductRecord | null> {
  const like = new URL(request.url).searchParams.get('like')
  return like === null ? null : load('GET /products/{id}', { params: { id: like } })
}

type Draft = { fields: Readonly<Record<string, string>>; grid: GridDraft }

const SHOWN = ['name', 'price', 'mrp', 'categories', 'subcategory', 'description'] as const

/** `/admin/products/new`: a draft that nobody sees yet; pictures come next, on its own page. */
export function Component() {
  const like = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const draft = useDraft<Draft>(`new product ${like?._id ?? ''}`, initialOf(like))
  const { send, pending, error, errorOf } = useCall(draft.keysOf())
  const [isTried, setIsTried] = useState(false)
  const showDone = useUndo()
  const { fields, grid } = draft.value
  // As the server makes it of the name: the SKUs begin with it.
  const id = slugOf(fields.name ?? '') || 'new'
  const changes = changesOf(id, [], grid)
  const variants = changes.variants ?? []

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    setIsTried(true)
    const values = Object.entries(fields).flatMap(([name, text]) => {
      // Safe cast: these are the form's names.
      const value = valueFrom(name as FieldName, text)
      return value === null || value === undefined || value === ''
        ? []
        : [[serverName(name as FieldName, like ?? {}), value]]
    })
    if (variants.length === 0 || changes.invalid.length > 0) return
    const body = { ...Object.fromEntries(values), colors: [...new Set(variants.map(({ color }) => color))], variants }
    const made = await send('POST /products', { body })
    if (made === null) return
    draft.clear()
    showDone(t('The draft is saved. Add its pictures, then publish it.'), made.undo)
    void navigate(`/products/${made.product._id}`)
  }
  const set = (name: FieldName, text: string) => draft.set({ grid, fields: { ...fields, [name]: text } })
  const field = (name: FieldName) => ({ label: labelOf(name), value: fields[name] ?? '', error: errorOf(name) })
  return (
    <RecordPage
      title={like ? t('Copy of {name}', { name: like.name }) : t('New product')}
      back={{ to: '/products', label: t('All products') }}
    >
      <form className="grid max-w-240 gap-4" onSubmit={(event) => void submit(event)}>
        <Section title={t('Name and price')}>
          <div className="grid gap-4">
            <Field {...field('name')} required onChange={(event) => set('name', event.target.value)} />
            <div className="grid gap-4 sm:grid-cols-2">
              <MoneyField {...field('price')} required onChange={(text) => set('price', text)} />
              <MoneyField
                {...field('mrp')}
                hint={t('Shown struck through if it’s above the price.')}
                onChange={(text) => set('mrp', text)}
              />
              <Select {...field('categories')} onChange={(event) => set('categories', event.target.value)}>
                {FILTER_OPTIONS.categories.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </Select>
              <Field
                {...field('subcategory')}
                hint={t('Such as Kurtas: a filter, and a page of its own.')}
                onChange={(event) => set('subcategory', event.target.value)}
              />
            </div>
            <TextArea {...field('description')} rows={5} onChange={(event) => set('description', event.target.value)} />
          </div>
        </Section>
        <Section title={t('Colours and sizes')}>
          <VariantsGrid id={id} variants={[]} draft={grid} onChange={(next) => draft.set({ fields, grid: next })}>
            {isTried && variants.length === 0 ? (
              <p className="font-bold text-bad">
                {t('Please write how many pieces there are of at least one colour and size; 0 is a number.')}
              </p>
            ) : null}
          </VariantsGrid>
        </Section>
        <FailureNotice text={error} />
        <Button type="submit" className="sm:justify-self-start" pending={pending}>
          {t('Save as draft')}
        </Button>
      </form>
    </RecordPage>
  )
}

function initialOf(like: ProductRecord | null): Draft {
  if (like === null) return { fields: { categories: 'Woman' }, grid: EMPTY_GRID }
  const variants = variantsOf(like)
  return {
    fields: Object.fromEntries([...new Set([...SHOWN, ...FIELD_NAMES])].map((name) => [name, textOf(name, like)])),
    grid: {
      ...EMPTY_GRID,
      cells: Object.fromEntries(variants.map(({ color, size }) => [cellKey(color, size), '0'])),
      colors: [...new Set(variants.map(({ color }) => color))],
      sizes: [...new Set(variants.map(({ size }) => size))],
    },
  }
}
