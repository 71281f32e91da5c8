import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StaffStore, StoreBefore } from '#shop/branches/staff-contract.ts'
import { hasFieldErrors, useCall } from '../parts/use-call.ts'
import { isSame, useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { changeOf, FIELD_NAMES, partsOf, STORE_FIELDS, type StoreField, type StoreValues, valuesOf } from './fields.ts'

/** What was typed and isn't saved, and what the store had there when it was typed. */
type Draft = { values: Partial<StoreValues>; was: StoreBefore }

const NOTHING: Draft = { values: {}, was: {} }

/** A draft without some of its fields. */
function without({ values, was }: Draft, names: readonly StoreField[]): Draft {
  // Safe cast: the fields of a draft.
  const left = (Object.keys(values) as StoreField[]).filter((name) => !names.includes(name))
  const parts = new Set<string>(left.flatMap((name) => STORE_FIELDS[name].sets))
  return {
    values: Object.fromEntries(left.map((name) => [name, values[name]])),
    was: Object.fromEntries(Object.entries(was).filter(([part]) => parts.has(part))),
  }
}

/** The form of one store: it sends only what changed, and keeps it on the device until it's saved. */
export function useStoreForm(store: StaffStore) {
  const draft = useDraft<Draft>(`store ${store.id}`, NOTHING)
  const { send, pending, error, failure, errorOf, clear } = useCall()
  const [isTried, setTried] = useState(false)
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const stored = valuesOf(store)
  const values: StoreValues = { ...stored, ...draft.value.values }
  const changed = FIELD_NAMES.filter((name) => !isSame(values[name], stored[name]))
  const current = failure?.code === 'changed_meanwhile' ? currentOf(failure.problem) : null
  const clashing =
    current === null
      ? []
      : changed.filter((name) => !STORE_FIELDS[name].sets.every((part) => isSame(store[part], current[part])))

  function keep(next: Draft): void {
    if (Object.keys(next.values).length === 0) draft.clear()
    else draft.set(next)
  }

  function set<F extends StoreField>(name: F, value: StoreValues[F]): void {
    const { values, was } = draft.value
    if (isSame(value, stored[name])) keep(without(draft.value, [name]))
    else keep({ values: { ...values, [name]: value }, was: { ...partsOf(store, name), ...was } })
  }

  async function save(was: StoreBefore = draft.value.was): Promise<void> {
    setTried(true)
    const typed = draft.value.values
    const change = changeOf(values, changed)
    if (change === null) return
    const saved = await send('PATCH /stores/{id}', { params: { id: store.id }, body: { ...change, was } })
    if (saved === null) return
    setTried(false)
    draft.change((now) => withoutSaved(now, typed, saved.store))
    showDone(t('Saved.'), saved.undo)
    await revalidate()
  }

  return {
    values,
    set,
    changed,
    isTried,
    pending,
    errorOf,
    error: current === null && !hasFieldErrors(failure) ? error : null,
    save,
    /** What somebody else has changed meanwhile in the same fields, with the store as it is now. */
    conflict: current === null ? null : { current: valuesOf(current), fields: clashing },
    keepMine: () => (current === null ? undefined : save(current)),
    async takeTheirs(): Promise<void> {
      keep(without(draft.value, clashing))
      clear()
      await revalidate()
    },
    discard(): void {
      draft.clear()
      clear()
      setTried(false)
    },
  }
}

/** What was typed since the save of `typed`, over what was saved. */
function withoutSaved(now: Draft, typed: Partial<StoreValues>, saved: StaffStore): Draft | null {
  // Safe cast: the fields of a draft.
  const left = (Object.keys(now.values) as StoreField[]).filter((name) => !isSame(now.values[name], typed[name]))
  if (left.length === 0) return null
  return {
    values: Object.fromEntries(left.map((name) => [name, now.values[name]])),
    was: Object.assign({}, ...left.map((name) => partsOf(saved, name))),
  }
}

export type StoreForm = ReturnType<typeof useStoreForm>

function currentOf(problem: Record<string, unknown> | null): StaffStore | null {
  // Safe cast: the call's refusal has the store as GET gives it.
  return (problem?.current as StaffStore | undefined) ?? null
}
