import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/imports/staff-contract.ts'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { FIELD_NAMES, type FieldName, serverName, textOf, valueFrom, variantsOf } from './fields.ts'
import { changesOf, EMPTY_GRID, type GridDraft } from './grid.ts'

/** What was typed and isn't saved: only what differs. `version` is the one that it was typed over. */
type Draft = {
  version: number
  fields: Readonly<Record<string, string>>
  grid: GridDraft
  reason: string
}

/** Fields that somebody else has changed meanwhile, with the product as it is now. */
export interface Conflict {
  fields: readonly string[]
  by: string | null
  current: ProductRecord
}

/** The form of one product: it sends only what changed, and keeps it on the device until it's saved. */
export function useProductForm(product: ProductRecord) {
  const initial: Draft = { version: product.version, fields: {}, grid: EMPTY_GRID, reason: '' }
  const draft = useDraft<Draft>(`product ${product._id}`, initial)
  const { send, pending, error, failure, errorOf, clear } = useCall()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const { fields, grid, reason, version } = draft.value
  const changes = changesOf(product._id, variantsOf(product), grid)
  const invalid = FIELD_NAMES.filter(
    (name) => fields[name] !== undefined && valueFrom(name, fields[name]) === undefined,
  )
  const hasGrid = changes.variants !== null || changes.stock.length > 0 || changes.invalid.length > 0
  const count = Object.keys(fields).length + (hasGrid ? 1 : 0)

  function keep(next: Partial<Draft>): void {
    const value = { ...draft.value, ...next }
    const isEmpty = Object.keys(value.fields).length === 0 && Object.keys(value.grid.cells).length === 0
    if (isEmpty && value.grid.colors.length + value.grid.sizes.length === 0) draft.clear()
    else draft.set(draft.isChanged ? value : { ...value, version: product.version })
  }

  function setField(name: FieldName, text: string): void {
    const { [name]: _, ...others } = fields
    keep({ fields: text === textOf(name, product) ? others : { ...others, [name]: text } })
  }

  async function save(): Promise<void> {
    if (invalid.length > 0 || changes.invalid.length > 0) return
    const values = Object.entries(fields).map(([name, text]) => {
      // Safe cast: `setField` takes these names.
      const field = name as FieldName
      return [serverName(field, product), valueFrom(field, text)]
    })
    const body = { ...Object.fromEntries(values), ...(changes.variants ? { variants: changes.variants } : {}) }
    let undo: string | null = null
    if (Object.keys(body).length > 0) {
      const saved = await send('PATCH /products/{id}', { params: { id: product._id }, body }, version)
      if (saved === null) return
      undo = saved.undo
    }
    const failed = await saveStock()
    if (failed === null) {
      draft.clear()
      showDone(t('Saved.'), undo)
    } else keep({ fields: {}, version: product.version + 1 })
    setConflict(null)
    void revalidate()
  }

  /** Changes stock by the typed differences. Stops at the first that the server refuses, which stays typed. */
  async function saveStock(): Promise<string | null> {
    for (const { sku, change } of changes.stock) {
      const key = `${product._id} ${sku} ${change} ${draft.value.version} ${reason}`
      const body = { change, reason: reason.trim() || t('corrected on its page') }
      const result = await call(
        'POST /stock/{sku}',
        { params: { sku }, body },
        { idempotencyKey: key.replace(/[^\x21-\x7e]/g, '_') },
      )
      if (result.ok) continue
      const text = `${sku}: ${failureText(result)}`
      showToast(text, { tone: 'bad', ms: 10_000 })
      return text
    }
    return null
  }

  const clashing = conflict ?? conflictOf(failure)
  /** Decides about one field of both; after the last one the form can be saved again. */
  function settle(field: string, whose: 'mine' | 'theirs'): void {
    if (clashing === null) return
    const rest = clashing.fields.filter((one) => one !== field)
    const left = Object.entries(fields).filter(
      ([name]) => !(whose === 'theirs' && serverName(name as FieldName, product) === field),
    )
    const kept = whose === 'theirs' && field === 'variants' ? { grid: EMPTY_GRID } : {}
    draft.set({
      ...draft.value,
      ...kept,
      fields: Object.fromEntries(left),
      ...(rest.length === 0 ? { version: clashing.current.version } : {}),
    })
    clear()
    setConflict(rest.length === 0 ? null : { ...clashing, fields: rest })
    if (rest.length === 0) void revalidate()
  }

  return {
    text: (name: FieldName) => fields[name] ?? textOf(name, product),
    errorOf: (name: FieldName) =>
      invalid.includes(name) ? t('This can’t be read.') : errorOf(serverName(name, product)),
    variantsError: errorOf('variants'),
    fields,
    grid,
    reason,
    setReason: (text: string) => draft.set({ ...draft.value, reason: text }),
    setField,
    setGrid: (next: GridDraft) => keep({ grid: next }),
    changes,
    count,
    canSave: count > 0 && invalid.length === 0 && changes.invalid.length === 0 && clashing === null,
    pending,
    error: clashing === null ? error : null,
    conflict: clashing,
    settle,
    save,
    discard() {
      draft.clear()
      clear()
      setConflict(null)
    },
  }
}

export type ProductForm = ReturnType<typeof useProductForm>

function conflictOf(failure: ReturnType<typeof useCall>['failure']): Conflict | null {
  if (failure?.code !== 'changed_meanwhile' || failure.problem === null) return null
  const { fields, by, current } = failure.problem
  if (!Array.isArray(fields) || typeof current !== 'object' || current === null) return null
  // Safe cast: the call's refusal has the product as GET gives it.
  return { fields: fields.map(String), by: typeof by === 'string' ? by : null, current: current as ProductRecord }
}
