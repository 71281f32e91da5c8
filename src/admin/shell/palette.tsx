import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/parts.tsx'
import { readActions } from '../actions.ts'
import { SEARCH_FIELD } from './early-search.tsx'
import { onlyHit, useFound } from './find.ts'
import { Keys } from './key-sheet.tsx'

interface Line {
  id: string
  label: string
  /** A second line, and what kind of record it is. */
  detail?: string
  kind?: string
  keys?: string | undefined
  run: () => void
}

type Props = {
  query: string
  onChange: (query: string) => void
  /** Called once the field has the focus. */
  onOpen: () => void
  onClose: () => void
}

/** The search over everything, and what can be done here: the record on the screen first. */
export function Palette({ query, onChange: setQuery, onOpen, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  // After the dialog's own effect, which opens it and moves the focus into it.
  useEffect(() => {
    field.current?.focus()
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(end, end)
    onOpen()
  }, [onOpen])
  const navigate = useNavigate()
  const { found, problem, isSearching } = useFound(query)
  const lines: Line[] = [
    ...found.map(({ to, isExact: _, ...line }) => ({ ...line, run: () => void navigate(to) })),
    ...readActions().filter(({ label }) => matches(label, query)),
  ]
  const [opensHit, setOpensHit] = useState(false)
  function choose(line: Line): void {
    onClose()
    line.run()
  }
  /** A hand scanner, or a fast typist, presses Enter before the answer is there. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isSearching) return
    event.preventDefault()
    event.stopPropagation()
    setOpensHit(true)
  }
  useEffect(() => {
    if (!opensHit || isSearching) return
    setOpensHit(false)
    // The one hit may not be the only one if a part of the search failed.
    const hit = problem === null ? onlyHit(found) : null
    const action =
      found.length === 0 && problem === null ? readActions().find(({ label }) => matches(label, query)) : undefined
    const run = hit ? () => void navigate(hit.to) : action?.run
    // Of several, the list shows which one the next Enter opens.
    if (!run) return
    onClose()
    run()
  }, [opensHit, isSearching, found, problem, query, onClose, navigate])
  return (
    <Modal open onClose={onClose} labelledBy="palette-title" className="dialog top-4 bottom-auto sm:top-[12dvh]">
      <h2 id="palette-title" className="sr-only">
        {t('Search and actions')}
      </h2>
      <CSPProvider disableStyleElements>
        <Autocomplete.Root
          open
          inline
          items={lines}
          filter={null}
          value={query}
          onValueChange={setQuery}
          itemToStringValue={({ label }) => label}
          autoHighlight="always"
          keepHighlight
        >
          <Autocomplete.Input
            aria-label={t('Search')}
            placeholder={t('Order, product, SKU, customer, phone, or what to do')}
            enterKeyHint="go"
            onKeyDownCapture={onKeyDown}
            ref={field}
            className={SEARCH_FIELD}
          />
          <Autocomplete.Status className="sr-only">{isSearching ? t('Searching') : null}</Autocomplete.Status>
          {problem === null ? null : (
            <Notice tone="bad" live>
              {t('Not everything could be searched. {why}', { why: problem })}
            </Notice>
          )}
          <Autocomplete.Empty>
            <p className="p-4 text-ink-2">
              {isSearching ? t('Searching …') : problem === null ? t('Nothing found.') : null}
            </p>
          </Autocomplete.Empty>
          <Autocomplete.List className="max-h-[60dvh] overflow-y-auto overscroll-contain p-2 empty:p-0">
            {(line: Line) => (
              <Autocomplete.Item
                key={line.id}
                value={line}
                onClick={() => choose(line)}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 py-1.5 data-highlighted:bg-sunk"
              >
                <span className="min-w-0">
                  <span className="block wrap-anywhere">{line.label}</span>
                  {line.detail === undefined ? null : (
                    <span className="block truncate text-xs text-ink-3">{line.detail}</span>
                  )}
                </span>
                {line.kind === undefined ? null : <span className="shrink-0 text-xs text-ink-3">{line.kind}</span>}
                {line.keys === undefined ? null : <Keys keys={line.keys} />}
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
