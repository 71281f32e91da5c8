import { Columns3 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { deviceStorage } from '#platform/browser/storage.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Checkbox } from '#ui/field.tsx'
import { useMedia } from '#ui/use-media.ts'
import { useActions } from '../actions.ts'

export interface Column<T> {
  id: string
  head: string
  cell: (row: T) => ReactNode
  /** Numbers stand at the right. */
  isNumber?: boolean
  /** Takes the room that the others leave, and ends in an ellipsis. */
  isWide?: boolean
  /** Left out if there is little room (a tablet, a small laptop), unless it's chosen. */
  isMinor?: boolean
  /** Left out unless it's chosen. */
  isExtra?: boolean
  /** True if there is nothing to show of a row. A column that's blank for all rows is left out, unless it's chosen. */
  isBlank?: (row: T) => boolean
  /** A button: always in the table, and nothing to choose. */
  isAction?: boolean
}

/** What somebody chose on this device: by a column's id, whether it's shown. */
type Choice = Readonly<Record<string, boolean>>

const PREFIX = 'staffColumns '

function readChoice(list: string): Choice {
  const stored = deviceStorage.read(PREFIX + list)
  // Safe cast: `useColumns` alone writes it.
  return typeof stored === 'object' && stored !== null ? (stored as Choice) : {}
}

const TABLE = '(min-width: 45rem)'
/** --breakpoint-xl */
const ROOMY = '(min-width: 80rem)'

/**
 * The columns of a list that are shown, and the button that chooses them; this device keeps the choice. The first column is
 * always there. On a phone a row has no columns: those that are chosen are below it (`added`).
 */
export function useColumns<T>(columns: readonly Column<T>[], rows: readonly T[]) {
  const list = useLocation().pathname
  const [choice, setChoice] = useState(() => readChoice(list))
  const [isOpen, setOpen] = useState(false)
  const isTable = useMedia(TABLE)
  const isRoomy = useMedia(ROOMY)
  useActions(useMemo(() => [{ id: 'columns', label: t('Choose columns'), run: () => setOpen(true) }], []))
  function choose(next: Choice): void {
    setChoice(next)
    deviceStorage.write(PREFIX + list, Object.keys(next).length > 0 ? next : null)
  }
  const [first, ...others] = columns
  const isShown = ({ id, isExtra, isMinor, isBlank }: Column<T>) =>
    choice[id] ?? !(isExtra || (isMinor && !isRoomy) || (isBlank !== undefined && rows.every(isBlank)))
  const isChosen = (column: Column<T>) => (isTable ? isShown(column) : choice[column.id] === true)
  return {
    isTable,
    shown: [...(first === undefined ? [] : [first]), ...others.filter(isShown)],
    added: others.filter(({ id }) => choice[id] === true),
    chooser: (
      <>
        <Button
          variant="outline"
          size="sm"
          aria-label={t('Choose columns')}
          title={t('Choose columns')}
          onClick={() => setOpen(true)}
        >
          <Columns3 size={18} aria-hidden="true" />
        </Button>
        <Dialog
          open={isOpen}
          onClose={() => setOpen(false)}
          title={isTable ? t('Columns') : t('Also shown in each row')}
        >
          <div className="grid">
            {others
              .filter(({ isAction }) => !isAction)
              .map((column) => (
                <Checkbox
                  key={column.id}
                  label={column.head}
                  checked={isChosen(column)}
                  onChange={({ target }) => choose({ ...choice, [column.id]: target.checked })}
                />
              ))}
          </div>
          <p className="pt-3 text-sm text-ink-3">{t('Saved on this device.')}</p>
          <Button
            variant="text"
            size="sm"
            className="-ml-3"
            disabled={Object.keys(choice).length === 0}
            onClick={() => choose({})}
          >
            {t('Reset columns')}
          </Button>
        </Dialog>
      </>
    ),
  }
}
