import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/parts.tsx'
import { readActions } from '../actions.ts'
import { readRecent } from '../parts/recent-records.ts'
import { Thumb } from '../parts/thumb.tsx'
import { SEARCH_FIELD } from './early-search.tsx'
import { type Found, onlyHit, useFound } from './find.ts'
import { Keys } from './key-sheet.tsx'
import { GO, SEARCH } from './menu.ts'

interface Line {
  id: string
  label: string
  detail?: string
  picture?: Found['picture']
  keys?: string | undefined
  run: () => void
}

/** Lines of one kind, below its name. */
interface Group {
  value: string
  items: Line[]
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
  const here = useLocation().pathname
  const actions = readActions().filter(({ id, label }) => id !== SEARCH && matches(label, query))
  const leads = ({ id }: Line) => id.startsWith(GO)
  const lines: [group: string, line: Line][] = [
    ...(query === ''
      ? readRecent().flatMap(({ to, label }): [string, Line][] =>
          to === here ? [] : [[t('Recent'), { id: `recent ${to}`, label, run: () => void navigate(to) }]],
        )
      : []),
    ...found.map(({ to, group, isExact: _, ...line }): [string, Line] => [
      group,
      { ...line, run: () => void navigate(to) },
    ]),
    ...actions.filter((one) => !leads(one)).map((one): [string, Line] => [t('Actions'), one]),
    ...actions.filter(leads).map((one): [string, Line] => [t('Screens'), one]),
  ]
  const groups: Group[] = [...new Set(lines.map(([group]) => group))].map((value) => ({
    value,
    items: lines.flatMap(([group, line]) => (group === value ? [line] : [])),
  }))
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
          items={groups}
          filter={null}
          value={query}
          onValueChange={setQuery}
          itemToStringValue={({ label }: Line) => label}
          autoHighlight="always"
          keepHighlight
        >
          <Autocomplete.Input
            aria-label={t('Search')}
            placeholder={t('Search orders, products, SKUs, customers, phones, actions')}
            enterKeyHint="go"
            onKeyDownCapture={onKeyDown}
            ref={field}
            className={SEARCH_FIELD}
          />
          <Autocomplete.Status className="sr-only">{isSearching ? t('Searching') : null}</Autocomplete.Status>
          {problem === null ? null : (
            <Notice tone="bad" live>
              {t('Some results may be missing. {why}', { why: problem })}
            </Notice>
          )}
          <Autocomplete.Empty>
            <p className="p-4 text-ink-2">
              {isSearching ? t('Searching …') : problem === null ? t('Nothing found.') : null}
            </p>
          </Autocomplete.Empty>
          <Autocomplete.List className="max-h-[60dvh] overflow-y-auto overscroll-contain p-2 empty:p-0">
            {({ value, items }: Group) => (
              <Autocomplete.Group key={value} items={items} className="pb-1">
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-bold text-ink-3">
                  {value}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(line: Line) => (
                    <Autocomplete.Item
                      key={line.id}
                      value={line}
                      onClick={() => choose(line)}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 data-highlighted:bg-sunk"
                    >
                      {line.picture === undefined ? null : <Thumb picture={line.picture} width={32} />}
                      <span className="min-w-0 flex-1">
                        <span className="block wrap-anywhere">
                          <Matched text={line.label} query={query} />
                        </span>
                        {line.detail === undefined ? null : (
                          <span className="block truncate text-xs text-ink-3">{line.detail}</span>
                        )}
                      </span>
                      {line.keys === undefined ? null : <Keys keys={line.keys} />}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </Autocomplete.Root>
        <p className="hidden gap-4 border-t border-line px-4 py-2 text-xs text-ink-3 lg:flex">
          {HINTS.map(([keys, label]) => (
            <span key={keys} className="inline-flex items-center gap-1">
              <Keys keys={keys} /> {label}
            </span>
          ))}
        </p>
      </CSPProvider>
    </Modal>
  )
}

const HINTS = [
  ['↑ ↓', t('choose')],
  ['↵', t('open')],
  ['Esc', t('close')],
] as const

/** A text with the beginnings of its words that the query has in bold. */
function Matched({ text, query }: { text: string; query: string }) {
  const parts = wordsOf(query).toSorted((one, other) => other.length - one.length)
  return text.split(/(?<=[\s·:,-])/).map((word, at) => {
    const length = parts.find((part) => word.toLowerCase().startsWith(part))?.length ?? 0
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text, in their order.
      <span key={at}>
        {length === 0 ? null : <b>{word.slice(0, length)}</b>}
        {word.slice(length)}
      </span>
    )
  })
}

const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean)

/** True if every word of the query begins a word of the label. */
function matches(label: string, query: string): boolean {
  const words = label.toLowerCase().split(/\s+/)
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))
}
