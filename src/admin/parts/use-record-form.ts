import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Conflict } from '#platform/api/result.ts'
import type { RequestKeys } from '#platform/browser/request-keys.ts'
import { t } from '#platform/text/t.ts'
import { hasFieldErrors, useCall } from './use-call.ts'
import { isSame, useDraft } from './use-draft.ts'

/** A field of a form. */
interface RecordField<T, V> {
  label: string
  /** What the record has there, as the form has it. */
  of(record: T): V
  /** A value for people; by default as it is. */
  show?(value: V): string
  /** What is left of a value after `saved` was saved; by default all of it, unless it's the same. */
  rest?(typed: V, saved: V): V
}
export type RecordFields<T, V> = { readonly [F in keyof V]: RecordField<T, V[F]> }

/** What became of a save. */
type Outcome<T, V, D> =
  | { ok: true; data: D; saved?: Partial<V> }
  /** `saved`: what was saved nevertheless. */
  | { ok: false; conflict?: Conflict<T> | undefined; saved?: Partial<V> }

interface Options<T, V, D> {
  /** Names the draft on this device: `store ID`. */
  key: string
  /** The record as it was loaded. */
  stored: T
  fields: RecordFields<T, V>
  /** Sends a change of this record, in its version. Null: nothing was sent. */
  call(change: Partial<V>, record: T, calls: Calls): Promise<Outcome<T, V, D> | null>
}

/** How a form makes its calls: a call repeated after a reload has the key that it had before. */
interface Calls {
  attempt: ReturnType<typeof useCall>['attempt']
  /** The keys of another call of the form. */
  keysOf: (call: string) => RequestKeys
}

/** What is typed, and what the record had in these fields when somebody began to type. */
type Typed<V> = { typed: Partial<V>; base: Partial<V> }

/** A field that two people have changed, with both values for people. */
export interface Clash {
  name: string
  label: string
  mine: string
  theirs: string
  keepMine: () => void
  takeTheirs: () => void
}

/**
 * The form of a record. It sends only what differs, as a change of the record's version, and keeps what is typed on the device with
 * what it was typed over. If somebody else changes the record meanwhile, their other fields are shown and stay; a field that both
 * have changed is decided by the person (`ConflictNotice`) before anything is saved, also after a reload.
 */
export function useRecordForm<T, V extends Readonly<Record<string, unknown>>, D>(options: Options<T, V, D>) {
  const { stored, fields } = options
  const draft = useDraft<Typed<V>>(options.key, { typed: {}, base: {} })
  const calls = useCall(draft.keysOf())
  const [isSaving, setSaving] = useState(false)
  const [met, setMet] = useState<{ record: T; by: string | null; over: T } | null>(null)
  const { revalidate } = useRevalidator()
  // As a refusal had it, until it's loaded anew.
  const record = met !== null && isSame(met.over, stored) ? met.record : stored
  const { typed, base } = draft.value
  // Safe cast: the keys of the object.
  const names = Object.keys(fields) as (keyof V & string)[]
  const valueIn = (name: keyof V & string, of: T = record) => fields[name].of(of)
  const changedOver = (of: T) =>
    names.filter((name) => Object.hasOwn(typed, name) && !isSame(typed[name], valueIn(name, of)))
  const clashesOver = (of: T) => changedOver(of).filter((name) => !isSame(base[name], valueIn(name, of)))
  const changed = changedOver(record)
  const clashing = clashesOver(record)

  function set<F extends keyof V & string>(name: F, value: V[F]): void {
    draft.set((now) => {
      if (isSame(value, valueIn(name))) return orNull(without(now, name))
      const before = Object.hasOwn(now.base, name) ? now.base[name] : valueIn(name)
      return { typed: { ...now.typed, [name]: value }, base: { ...now.base, [name]: before } }
    })
  }

  const reset = (name: keyof V) => draft.set((now) => orNull(without(now, name)))

  async function save(): Promise<D | null> {
    if (isSaving || clashing.length > 0) return null
    setSaving(true)
    const done = await saveOver(record, 2)
    setSaving(false)
    return done
  }

  async function saveOver(over: T, attempts: number): Promise<D | null> {
    const change = pick(typed, changedOver(over))
    const outcome = await options.call(change, over, { attempt: calls.attempt, keysOf: draft.keysOf })
    if (outcome === null) return null
    const saved = outcome.saved ?? (outcome.ok ? change : {})
    const conflict = outcome.ok ? undefined : outcome.conflict
    if (conflict) {
      calls.clear()
      setMet({ record: conflict.current, by: conflict.by, over: stored })
    }
    if (Object.keys(saved).length > 0) {
      // First, so that the fields never show what they had before.
      await revalidate()
      draft.change((now) => withoutSaved(fields, now, saved))
    }
    if (outcome.ok) {
      setMet(null)
      return outcome.data
    }
    // Somebody has changed other fields: theirs stay, and the change is one of their version.
    const isOther = conflict !== undefined && clashesOver(conflict.current).length === 0
    return isOther && attempts > 1 ? saveOver(conflict.current, attempts - 1) : null
  }

  const clashes: readonly Clash[] = clashing.map((name) => {
    const show = (value: V[keyof V & string]) => shownText(fields[name].show?.(value) ?? value)
    return {
      name,
      label: fields[name].label,
      // Safe cast: what is changed is typed.
      mine: show(typed[name] as V[keyof V & string]),
      theirs: show(valueIn(name)),
      keepMine: () => draft.set((now) => ({ ...now, base: { ...now.base, [name]: valueIn(name) } })),
      takeTheirs: () => reset(name),
    }
  })

  return {
    /** The record by its fields, with what is typed. */
    values: { ...valuesOf(fields, record), ...typed },
    /** As it is now, by the last answer. */
    record,
    set,
    changed,
    /** Fields that somebody else has changed too, and who did; null if there are none. */
    conflict: clashes.length === 0 ? null : { by: met?.by ?? null, clashes },
    canSave: changed.length > 0 && clashes.length === 0,
    pending: isSaving,
    /** Why the last save failed, if that isn't said at a field. */
    error: hasFieldErrors(calls.failure) ? null : calls.error,
    errorOf: calls.errorOf,
    errorsIn: calls.errorsIn,
    /** @returns what the call answered, or null if it isn't saved */
    save,
    /** Forgets what is typed in one field. */
    reset,
    discard(): void {
      draft.clear()
      calls.clear()
    },
  }
}

/** A record by its fields. */
export function valuesOf<T, V extends Readonly<Record<string, unknown>>>(fields: RecordFields<T, V>, record: T): V {
  // Safe cast: the keys of the object, and it has all the names.
  const names = Object.keys(fields) as (keyof V & string)[]
  return Object.fromEntries(names.map((name) => [name, fields[name].of(record)])) as V
}

function without<V>({ typed, base }: Typed<V>, name: keyof V): Typed<V> {
  const { [name]: _, ...restTyped } = typed
  const { [name]: __, ...restBase } = base
  // Safe casts: fields of a part of V.
  return { typed: restTyped as Partial<V>, base: restBase as Partial<V> }
}

const pick = <V>(values: Partial<V>, names: readonly (keyof V)[]): Partial<V> =>
  // Safe cast: fields of a part of V.
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>

/** What is left after a save: fields that weren't in it, and what was typed meanwhile, over what was saved. Null: nothing is. */
function withoutSaved<T, V extends Readonly<Record<string, unknown>>>(
  fields: RecordFields<T, V>,
  now: Typed<V>,
  saved: Partial<V>,
): Typed<V> | null {
  let left = now
  // Safe cast: the keys of the object.
  for (const [name, value] of Object.entries(saved) as [keyof V, V[keyof V]][]) {
    const typed = now.typed[name]
    if (typed === undefined || isSame(typed, value)) left = without(left, name)
    else {
      const rest = fields[name].rest?.(typed, value) ?? typed
      const base = fields[name].rest ? now.base[name] : value
      left = isSame(rest, base)
        ? without(left, name)
        : { typed: { ...left.typed, [name]: rest }, base: { ...left.base, [name]: base } }
    }
  }
  return orNull(left)
}

const orNull = <V>(typed: Typed<V>) => (Object.keys(typed.typed).length === 0 ? null : typed)

const MAX_SHOWN = 400

function shownText(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('empty')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
