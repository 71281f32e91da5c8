import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Checkbox } from '#ui/field.tsx'
import { readActions } from '../actions.ts'
import { setSingleKeys, useSingleKeys } from './keys.ts'

/** The keys that work on this screen, from the same list as they are bound from. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  const actions = readActions().filter(({ keys }) => keys !== undefined)
  return (
    <Dialog open onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-2">
        {[...actions.map(({ id, label, keys = '' }) => ({ id, label, keys })), PALETTE].map(({ id, label, keys }) => (
          <div key={id} className="contents">
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-4"
        label={t('Single-key shortcuts')}
        checked={isOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  )
}

const PALETTE = { id: 'palette', label: t('Search and actions'), keys: 'Ctrl+K ⌘+K' }

/** Keys to be pressed one after the other. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="inline-block min-w-6 rounded-xs border border-line-strong bg-sunk px-1.5 text-center font-sans text-xs font-bold"
        >
          {key.replace(/^Shift\+/, '⇧')}
        </kbd>
      ))}
    </span>
  )
}
