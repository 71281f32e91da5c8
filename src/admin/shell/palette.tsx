import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Modal } from '#ui/modal.tsx'
import { type Action, readActions } from '../actions.ts'
import { Keys } from './key-sheet.tsx'

/** The search over everything, and what can be done here: the record on the screen first. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const actions = readActions().filter(({ label }) => matches(label, query))
  function choose(action: Action): void {
    onClose()
    action.run()
  }
  return (
    <Modal open onClose={onClose} labelledBy="palette-title" className="dialog top-4 bottom-auto sm:top-[12dvh]">
      <h2 id="palette-title" className="sr-only">
        {t('Search and do')}
      </h2>
      <CSPProvider disableStyleElements>
        <Autocomplete.Root
          open
          inline
          items={actions}
          filter={null}
          value={query}
          onValueChange={setQuery}
          itemToStringValue={({ label }) => label}
          autoHighlight="always"
          keepHighlight
        >
          <Autocomplete.Input
            aria-label={t('Search')}
            placeholder={t('What to find or do')}
            className="h-14 w-full border-b border-line bg-transparent px-4 text-base text-ink placeholder:text-ink-3 focus-visible:outline-offset-[-3px]"
          />
          <Autocomplete.Empty>
            <p className="p-4 text-ink-2">{t('Nothing found.')}</p>
          </Autocomplete.Empty>
          <Autocomplete.List className="max-h-[60dvh] overflow-y-auto overscroll-contain p-2 empty:p-0">
            {(action: Action) => (
              <Autocomplete.Item
                key={action.id}
                value={action}
                onClick={() => choose(action)}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 data-highlighted:bg-sunk"
              >
                {action.label}
                {action.keys === undefined ? null : <Keys keys={action.keys} />}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
      </CSPProvider>
    </Modal>
  )
}

/** True if every word of the query begins a word of the label. */
function matches(label: string, query: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
