import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { SearchCombobox } from './search-combobox.tsx'

type Props = {
  /** For the control that opens it. */
  id: string
  open: boolean
  onOpen: (open: boolean) => void
}

/**
 * The search below the header of every page. It's in the first HTML, hidden: before hydration a press on the search
 * icon only has to show it (deferred-scripts.ts), and what is typed then stays.
 */
export function SiteSearch({ id, open, onOpen }: Props) {
  const navigate = useNavigate()
  const panel = usePanel(id, open, () => onOpen(false))
  return (
    <search
      ref={panel}
      id={id}
      hidden={!open}
      suppressHydrationWarning
      className="absolute top-full right-0 left-0 max-h-[calc(100dvh-6rem)] overflow-y-auto border-b border-line bg-paper p-4 shadow-pop md:left-auto md:w-108 md:border-l"
    >
      <SearchCombobox
        label={t('Search the shop')}
        find={t('Show results')}
        placeholder={t('Name, colour, “under 2500”')}
        open={open}
        onOpen={onOpen}
        leavesFilters
        onSearch={(q) => void (q && navigate(`/categories?${new URLSearchParams({ q })}`))}
        onPath={(path) => void navigate(path)}
      >
        <IconButton label={t('Close search')} className="size-12" onClick={() => onOpen(false)}>
          <CloseIcon size={20} />
        </IconButton>
      </SearchCombobox>
    </search>
  )
}

/**
 * Closes on Escape, on a press elsewhere, when the focus moves elsewhere, and on Back. After Escape the control that
 * opened it has the focus again.
 */
function usePanel(id: string, open: boolean, onClose: () => void) {
  const panel = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const { signal } = stop
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !panel.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', onElsewhere, { signal })
    document.addEventListener('focusin', onElsewhere, { signal })
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        close()
        document.querySelector<HTMLElement>(`[data-opens=${id}]`)?.focus()
      },
      { signal },
    )
    return () => stop.abort()
  }, [id, open])
  const { key } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each Back closes it.
  useEffect(() => {
    if (type === 'POP') close()
  }, [key, type])
  return panel
}
