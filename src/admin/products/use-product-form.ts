import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { isFinal, useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { FIELD_NAMES, type FieldName, serverName, textOf, valueFrom, variantsOf } from './fields.ts'
import { cellKey, changesOf, EMPTY_GRID, type GridDraft } from './grid.ts'

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
  const { send, error, failure, errorOf, clear } = useCall(draft.keysOf())
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [stockErrors, setStockErrors] = useState<readonly string[]>([])
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
    if (isEmpty(value)) draft.clear()
    else draft.set(draft.isChanged ? value : { ...value, version: product.version })
  }

  function setField(name: FieldName, text: string): void {
    const { [name]: _, ...others } = fields
    keep({ fields: text === textOf(name, product) ? others : { ...others, [name]: text } })
  }

  async function save(): Promise<void> {
    if (isSaving || invalid.length > 0 || changes.invalid.length > 0) return
    setSaving(true)
    await saveTyped()
    setSaving(false)
  }

  async function saveTyped(): Promise<void> {
    const typed = draft.value
    const values = Object.entries(fields).map(([name, text]) => {
      // Safe cast: `setField` takes these names.
      const field = name as FieldName
      return [serverName(field, product), valueFrom(field, text)]
    })
    const body = { ...Object.fromEntries(values), ...(changes.variants ? { variants: changes.variants } : {}) }
    const saved =
      Object.keys(body).length > 0
        ? await send('PATCH /products/{id}', { params: { id: product._id }, body }, version)
        : { product, undo: null }
    if (saved === null) return
    const refused = await saveStock()
    if (refused.size === 0) showDone(t('Saved.'), saved.undo)
    else if (saved.undo !== null) showDone(t('Saved, but not all of the stock.'), saved.undo)
    setStockErrors([...refused.values()])
    setConflict(null)
    await revalidate()
    const refusedCells = new Set(
      variantsOf(product).flatMap(({ sku, color, size }) => (refused.has(sku) ? [cellKey(color, size)] : [])),
    )
    draft.change((now) => withoutSaved(now, { typed, refusedCells, version: saved.product.version }))
  }

  /** Changes stock by the typed differences. @returns why the server refused it, by SKU: these stay typed */
  async function saveStock(): Promise<Map<string, string>> {
    const refused = new Map<string, string>()
    for (const { sku, change } of changes.stock) {
      const keys = draft.keysOf(`stock ${sku}`)
      const body = { change, reason: reason.trim() || t('corrected on its page') }
      const result = await call('POST /stock/{sku}', { params: { sku }, body }, { idempotencyKey: keys.keyFor(body) })
      if (isFinal(result)) keys.forget()
      if (!result.ok) refused.set(sku, `${sku}: ${failureText(result)}`)
    }
    return refused
  }

  const clashing = conflict ?? conflictOf(failure)
  /** Decides about one field of both; after the last one the form can be saved again. */
  function settle(field: string, whose: 'mine' | 'theirs'): void {
    if (clashing === null) return
    const rest = clashing.fields.filter((one) => one !== field)
    const left = Object.entries(fields).filter(
      // Safe cast: as in `saveTyped`.
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
    pending: isSaving,
    error: clashing === null ? (error ?? (stockErrors.join(' ') || null)) : null,
    conflict: clashing,
    settle,
    save,
    discard() {
      draft.clear()
      clear()
      setConflict(null)
      setStockErrors([])
    },
  }
}

function isEmpty({ fields, grid }: Draft): boolean {
  return [fields, grid.cells, grid.colors, grid.sizes].every((part) => Object.keys(part).length === 0)
}

/** What is left after a save of `typed`: what the stock refused, and what was typed during the save. */
function withoutSaved(
  now: Draft,
  { typed, refusedCells, version }: { typed: Draft; refusedCells: ReadonlySet<string>; version: number },
): Draft | null {
  const isLeft = (key: string) => now.grid.cells[key] !== typed.grid.cells[key] || refusedCells.has(key)
  const left: Draft = {
    version,
    fields: pick(now.fields, (name) => now.fields[name] !== typed.fields[name]),
    grid: {
      cells: pick(now.grid.cells, isLeft),
      // What was saved is what a cell showed when more was typed into it.
      was: Object.fromEntries(
        Object.keys(now.grid.cells)
          .filter(isLeft)
          .map((key) => [key, (refusedCells.has(key) ? undefined : typed.grid.cells[key]) ?? now.grid.was[key] ?? '']),
      ),
      colors: now.grid.colors.filter((one) => !typed.grid.colors.includes(one)),
      sizes: now.grid.sizes.filter((one) => !typed.grid.sizes.includes(one)),
    },
    reason: refusedCells.size > 0 || now.reason !== typed.reason ? now.reason : '',
  }
  return isEmpty(left) ? null : left
}

export type ProductForm = ReturnType<typeof useProductForm>

const pick = (texts: Readonly<Record<string, string>>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)))

function conflictOf(failure: ReturnType<typeof useCall>['failure']): Conflict | null {
  if (failure?.code !== 'changed_meanwhile' || failure.problem === null) return null
  const { fields, by, current } = failure.problem
  if (!Array.isArray(fields) || typeof current !== 'object' || current === null) return null
  // Safe cast: the call's refusal has the product as GET gives it.
  return { fields: fields.map(String), by: typeof by === 'string' ? by : null, current: current as ProductRecord }
}
