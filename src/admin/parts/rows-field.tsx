import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button, ICON_TARGET } from '#ui/button.tsx'
import { focusMoved, focusRemoved, moveItem } from './order.tsx'

type Props<T> = {
  label: string
  hint?: ReactNode
  error?: string | null
  rows: readonly T[]
  onChange: (rows: readonly T[]) => void
  /** A new, empty row. */
  create: () => T
  addLabel: string
  /** The row's fields. */
  children: (row: T, set: (row: T) => void, index: number) => ReactNode
  /** True if the order means something. */
  isOrdered?: boolean
  max?: number
  /** Other ways to fill the list. */
  tools?: ReactNode
}

/** Rows shown at once: a list from a file may have thousands. */
const SHOWN = 100

/** A list that is edited row by row, each with buttons to move and remove it. */
export function RowsField<T>(props: Props<T>) {
  const { label, hint, error, rows, onChange, create, addLabel, children, isOrdered = false, max = 500, tools } = props
  const [shown, setShown] = useState(SHOWN)
  const list = useRef<HTMLOListElement>(null)
  function move(index: number, by: -1 | 1): void {
    onChange(moveItem(rows, index, index + by))
    focusMoved(list.current, index + by, by)
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="pb-1.5 text-sm font-bold">{label}</legend>
      {hint === undefined ? null : <p className="text-xs text-ink-3">{hint}</p>}
      {error ? <p className="text-sm font-bold text-bad wrap-anywhere">{error}</p> : null}
      <ol ref={list} className="grid gap-3">
        {rows.slice(0, shown).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
          <li key={index} className="grid gap-3 rounded-sm border border-line p-3">
            {children(row, (next) => onChange(rows.with(index, next)), index)}
            <div className="flex gap-1">
              {isOrdered ? (
                <>
                  <button
                    type="button"
                    data-move
                    className={ICON_TARGET}
                    disabled={index === 0}
                    aria-label={t('Move {number} up', { number: index + 1 })}
                    onClick={() => move(index, -1)}
                  >
                    <ArrowUp size={18} aria-hidden="true" />
                  </button>
                  <button
                    type="button"
                    data-move
                    className={ICON_TARGET}
                    disabled={index === rows.length - 1}
                    aria-label={t('Move {number} down', { number: index + 1 })}
                    onClick={() => move(index, 1)}
                  >
                    <ArrowDown size={18} aria-hidden="true" />
                  </button>
                </>
              ) : null}
              <button
                type="button"
                data-remove
                className={ICON_TARGET}
                aria-label={t('Remove {number}', { number: index + 1 })}
                onClick={() => {
                  onChange(rows.toSpliced(index, 1))
                  focusRemoved(list.current, index)
                }}
              >
                <X size={18} aria-hidden="true" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      {rows.length > shown ? (
        <div>
          <Button size="sm" variant="outline" onClick={() => setShown(shown + SHOWN)}>
            {t('Show more of {count}', { count: rows.length })}
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {rows.length < max ? (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              setShown(Math.max(shown, rows.length + 1))
              onChange([...rows, create()])
            }}
          >
            <Plus size={18} aria-hidden="true" />
            {addLabel}
          </Button>
        ) : null}
        {tools}
      </div>
    </fieldset>
  )
}
