import { type FormEvent, type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { recentSearches } from '../recent-searches.ts'
import { MAX_SEARCH_LENGTH } from '../rules.ts'
import type { SearchOption } from './search-options.tsx'

const SearchOptions = lazyComponent(async () => (await import('./search-options.tsx')).SearchOptions)

type Props = {
  /** The names of the field and of its button, for assistive technology. */
  label: string
  find: string
  placeholder: string
  /** The text that the field starts with. */
  initial?: string
  /** True while the suggestions are shown. */
  open: boolean
  onOpen: (open: boolean) => void
  /** True if a search from here leaves the filters of the listing. */
  leavesFilters?: boolean
  onSearch: (text: string) => void
  /** Opens a suggested product. */
  onPath: (path: string) => void
  /** The classes of the suggestions. */
  className?: string
  children?: ReactNode
}

/**
 * A search field with suggestions: a combobox (WAI-ARIA). The field is in the first HTML and keeps its own text, so that
 * no letter is lost before the page is interactive or while the code of the suggestions loads.
 */
export function SearchCombobox(props: Props) {
  const { label, find, placeholder, initial = '', open, onOpen, onSearch, onPath, className, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [options, setOptions] = useState<readonly SearchOption[]>([])
  const [active, setActive] = useState(-1)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads what was typed before hydration, or in an earlier opening.
  useEffect(() => setText(input.current?.value ?? ''), [open])

  function choose({ text: found, path }: SearchOption): void {
    onOpen(false)
    setActive(-1)
    input.current?.form?.reset()
    if (path !== undefined) {
      onPath(path)
      return
    }
    recentSearches.add(found)
    onSearch(found)
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const chosen = open ? options[active] : undefined
    const typed = input.current?.value.trim().slice(0, MAX_SEARCH_LENGTH) ?? ''
    if (chosen || typed !== '') choose(chosen ?? { text: typed })
    else onSearch('')
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onOpen(true)
    // The text itself comes before the first option and after the last.
    if (options.length > 0) setActive((now) => ((now + 1 + step + options.length + 1) % (options.length + 1)) - 1)
  }
  return (
    <>
      <form
        action="/categories"
        onSubmit={onSubmit}
        className="flex rounded-sm border border-line-strong bg-card has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-(--focus)"
      >
        <input
          ref={input}
          type="text"
          name="q"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={open && options.length > 0}
          aria-controls={id}
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={placeholder}
          defaultValue={initial}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(-1)
            onOpen(true)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent px-3 text-base outline-none placeholder:text-ink-3"
        />
        <IconButton label={find} type="submit" className="size-12">
          <SearchIcon size={20} />
        </IconButton>
        {children}
      </form>
      {open ? (
        <Suspense>
          <SearchOptions
            {...{ id, text, active, className }}
            leavesFilters={props.leavesFilters ?? false}
            onOptions={setOptions}
            onChoose={choose}
          />
        </Suspense>
      ) : null}
    </>
  )
}
