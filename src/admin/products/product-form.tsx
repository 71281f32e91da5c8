import { useId } from 'react'
import { t } from '#platform/text/t.ts'
import { PRODUCT_FIELDS } from '#shop/catalog/product/fields.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { discountPercent, FILTER_OPTIONS } from '#shop/catalog/rules.ts'
import { Field, Select, TextArea } from '#ui/field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { Section } from '../parts/record-page.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { FIELD_NAMES, type FieldName, labelOf, serverName } from './fields.ts'
import type { ProductForm } from './use-product-form.ts'

const HINTS: Readonly<Partial<Record<FieldName, () => string>>> = {
  subcategory: () => t('E.g. Kurtas. It’s a filter and a page of its own.'),
  collection: () => t('The drop or line it belongs to.'),
  badge: () => t('On the picture, e.g. New.'),
  searchTitle: () => t('In search results and shared links. Empty: its name.'),
  searchDescription: () => t('Below that title. Empty: how its description begins.'),
  hsn: () => t('Sets its GST rate. Empty: the shop’s code.'),
  exchangeDays: () => t('Empty: the shop’s. 0: it can’t be exchanged. Orders keep what they were placed with.'),
}

const OPTIONS: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  pattern: FILTER_OPTIONS.pattern,
  fabric: FILTER_OPTIONS.fabric,
  fit: FILTER_OPTIONS.fit,
}

const FOUND_BY: readonly FieldName[] = ['subcategory', 'collection', 'pattern', 'fabric', 'fit', 'badge']
const FOR_SEARCH_ENGINES: readonly FieldName[] = ['searchTitle', 'searchDescription']
const NAMED_ELSEWHERE: readonly FieldName[] = [
  ...(['name', 'price', 'mrp', 'description', 'categories'] as const),
  ...FOUND_BY,
  ...FOR_SEARCH_ENGINES,
]
/** The fields that no other part of the form names, such as a new one. */
const FACTS = FIELD_NAMES.filter((name) => !NAMED_ELSEWHERE.includes(name))

const isList = (name: FieldName) => PRODUCT_FIELDS[name].kind === 'lines'

/** What the fields read and write, for a stored product and for a new one. */
interface Fields {
  text: (name: FieldName) => string
  set: (name: FieldName, text: string) => void
  errorOf: (name: FieldName) => string | null
}

/** The props of a field. */
function fieldOf(form: Fields) {
  return (name: FieldName) => ({
    label: labelOf(name),
    value: form.text(name),
    error: form.errorOf(name),
    hint: HINTS[name]?.(),
  })
}

type FormProps = { form: ProductForm }

/** A product's name and description. */
export function WordFields({ form, product }: FormProps & { product: ProductRecord }) {
  const field = fieldOf(form)
  const isMarkdown = serverName('description', product) !== 'description'
  return (
    <Section title={t('Name and description')}>
      <div className="grid gap-4">
        <Field {...field('name')} onChange={(event) => form.set('name', event.target.value)} />
        <TextArea
          {...field('description')}
          rows={6}
          hint={isMarkdown ? t('Markdown: **bold**, lists with -.') : undefined}
          onChange={(event) => form.set('description', event.target.value)}
        />
      </div>
    </Section>
  )
}

/** The price and the MRP, with the discount between them. */
export function PriceFields({ form }: FormProps) {
  const field = fieldOf(form)
  return (
    <Section title={t('Price')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField {...field('price')} onChange={(text) => form.set('price', text)} />
        <MoneyField
          {...field('mrp')}
          hint={mrpHint(form.text('price'), form.text('mrp'))}
          onChange={(text) => form.set('mrp', text)}
        />
      </div>
    </Section>
  )
}

/** How shoppers see an MRP beside this price. */
export function mrpHint(price: string, mrp: string): string {
  const [selling, listed] = [parseRupees(price), parseRupees(mrp)]
  const percent = selling === null ? null : discountPercent(selling, listed)
  return percent === null
    ? t('Shown struck through if it’s above the price.')
    : t('Shown struck through, with −{percent}%.', { percent })
}

/** The fields that listings filter by, beside the record on a wide screen. */
export function FoundByFields({ form }: { form: Fields }) {
  const field = fieldOf(form)
  return (
    <Section title={t('Organisation')}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        <Select {...field('categories')} onChange={(event) => form.set('categories', event.target.value)}>
          {FILTER_OPTIONS.categories.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        {FOUND_BY.map((name) => (
          <WordField key={name} {...field(name)} options={OPTIONS[name]} onChange={(text) => form.set(name, text)} />
        ))}
      </div>
    </Section>
  )
}

/** A product's details, and how search engines show it. */
export function FactFields({ form }: FormProps) {
  const field = fieldOf(form)
  return (
    <>
      <Section title={t('Details')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {FACTS.filter(isList).map((name) => (
            <TextArea
              key={name}
              {...field(name)}
              hint={t('One line for each instruction.')}
              onChange={(event) => form.set(name, event.target.value)}
            />
          ))}
          <div className="grid content-start gap-4">
            {FACTS.filter((name) => !isList(name)).map((name) => (
              <WordField key={name} {...field(name)} onChange={(text) => form.set(name, text)} />
            ))}
          </div>
        </div>
      </Section>
      <Section title={t('Search engines')}>
        <div className="grid gap-4">
          {FOR_SEARCH_ENGINES.map((name) => (
            <WordField key={name} {...field(name)} onChange={(text) => form.set(name, text)} />
          ))}
        </div>
      </Section>
    </>
  )
}

type WordProps = {
  label: string
  value: string
  error: string | null
  hint?: string | undefined
  options?: readonly string[] | undefined
  onChange: (text: string) => void
}

function WordField({ options, onChange, ...field }: WordProps) {
  const id = useId()
  const isOther = options !== undefined && field.value !== '' && !options.includes(field.value)
  return (
    <>
      <Field
        {...field}
        hint={isOther ? t('Not one of the shop’s filter values, so shoppers can’t filter by it.') : field.hint}
        autoComplete="off"
        list={options === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.value)}
      />
      {options === undefined ? null : (
        <datalist id={id}>
          {options.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
