import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { t } from '#platform/text/t.ts'
import { ICON_TARGET } from '#ui/button.tsx'

type MoveProps = { name: string; at: number; count: number; onMove: (by: 1 | -1) => void }

/** Moves a named row of a list up and down; `focusMoved` finds them. */
export function MoveButtons({ name, at, count, onMove }: MoveProps) {
  return (
    <>
      <button
        type="button"
        data-move
        className={ICON_TARGET}
        disabled={at === 0}
        aria-label={t('Move up: {name}', { name })}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        data-move
        className={ICON_TARGET}
        disabled={at === count - 1}
        aria-label={t('Move down: {name}', { name })}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={18} aria-hidden="true" />
      </button>
    </>
  )
}

/** Removes a named row of a list; `focusRemoved` finds it. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      data-remove
      className={ICON_TARGET}
      aria-label={t('Remove: {name}', { name })}
      onClick={onRemove}
    >
      <Trash2 size={18} aria-hidden="true" />
    </button>
  )
}
