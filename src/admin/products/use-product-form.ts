import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { call as callShop } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { isFinal } from '../parts/use-call.ts'
import { type RecordFields, useRecordForm } from '../parts/use-record-form.ts'
import { useUndo } from '../parts/use-undo.ts'
import { FIELD_NAMES, type FieldName, labelOf, serverName, textOf, valueFrom, variantsOf } from './fields.ts'
import { changesOf, EMPTY_GRID, type GridDraft, restOfGrid, withoutSkus } from './grid.ts'

type Values = Readonly<Record<FieldName, string> & { grid: GridDraft; reason: string }>

const texts = FIELD_NAMES.map((name) => [
  name,
  { label: labelOf(name), of: (product: ProductRecord) => textOf(name, product) },
])
const FIELDS: RecordFields<ProductRecord, Values> = {
  // Safe cast: the names of the texts.
  ...(Object.fromEntries(texts) as RecordFields<ProductRecord, Record<FieldName, string>>),
  // Cells carry what they were typed over, so the grid itself never clashes.
  grid: { label: labelOf('variants'), of: () => EMPTY_GRID, rest: restOfGrid },
  reason: { label: t('Reason for the stock change'), of: () => '' },
}

const isText = (name: string): name is FieldName => name !== 'grid' && name !== 'reason'

/** The form of one product: its texts are saved in one call, then the stock of each changed size by an amount. */
export function useProductForm(product: ProductRecord) {
  const [stockErrors, setStockErrors] = useState<readonly string[]>([])
  const showDone = useUndo()
  const form = useRecordForm<ProductRecord, Values, null>({
    key: `product ${product._id}`,
    stored: product,
    fields: FIELDS,
    async call({ grid = EMPTY_GRID, reason = '', ...typed }, current, { attempt, keysOf }) {
      const { variants, stock } = changesOf(current._id, variantsOf(current), grid)
      const body = {
        ...Object.fromEntries(
          Object.entries(typed).map(([name, text]) => {
            // Safe cast: the texts' names.
            const field = name as FieldName
            return [serverName(field, current), valueFrom(field, text)]
          }),
        ),
        ...(variants ? { variants } : {}),
      }
      // A price alone would move those of sizes, which are saved as they're shown.
      const own = variantsOf(current)
      if ('price' in body && !variants && own.some((one) => one.price !== undefined))
        Object.assign(body, { variants: own })
      const isSent = Object.keys(body).length > 0
      const edited = isSent
        ? await attempt('PATCH /products/{id}', { params: { id: current._id }, body }, current.version)
        : null
      if (isSent && !edited?.ok) return edited
      const undo = edited?.ok ? edited.data.undo : null
      const refused = new Map<string, string>()
      for (const { sku, change } of stock) {
        const keys = keysOf(`stock ${sku}`)
        const body = { change, reason: reason.trim() || t('corrected on the product’s page') }
        const result = await callShop(
          'POST /stock/{sku}',
          { params: { sku }, body },
          { idempotencyKey: keys.keyFor(body) },
        )
        if (isFinal(result)) keys.forget()
        if (!result.ok) refused.set(sku, `${sku}: ${failureText(result)}`)
      }
      setStockErrors([...refused.values()])
      if (refused.size === 0) {
        showDone(t('{name} saved.', { name: product.name }), undo)
        return { ok: true, data: null, saved: { ...typed, grid, reason } }
      }
      if (undo !== null) showDone(t('{name} saved, but not all of its stock.', { name: product.name }), undo)
      return { ok: true, data: null, saved: { ...typed, grid: withoutSkus(grid, variantsOf(current), refused) } }
    },
  })
  const { grid } = form.values
  const changes = changesOf(product._id, variantsOf(form.record), grid)
  const fields = form.changed.filter(isText)
  const invalid = fields.filter((name) => valueFrom(name, form.values[name]) === undefined)
  const hasGrid = changes.variants !== null || changes.stock.length > 0 || changes.invalid.length > 0
  const changedLabels = [...fields.map(labelOf), ...(hasGrid ? [labelOf('variants')] : [])]
  const canSave = form.canSave && changedLabels.length > 0 && invalid.length === 0 && changes.invalid.length === 0
  return {
    ...form,
    text: (name: FieldName) => form.values[name],
    errorOf: (name: FieldName) =>
      invalid.includes(name) ? t('This can’t be read.') : form.errorOf(serverName(name, form.record)),
    variantsError: form.errorOf('variants'),
    changes,
    /** What a save would change, by its labels. */
    changedLabels,
    canSave,
    error: form.error ?? (stockErrors.join(' ') || null),
    async save(): Promise<void> {
      if (canSave) await form.save()
    },
    discard(): void {
      form.discard()
      setStockErrors([])
    },
  }
}

export type ProductForm = ReturnType<typeof useProductForm>
