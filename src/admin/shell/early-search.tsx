import { useLayoutEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'

/** Where the search is typed, in the window as in the field before it. */
export const SEARCH_FIELD =
  'h-14 w-full border-b border-line bg-transparent px-4 text-base text-ink placeholder:text-ink-3 focus-visible:-outline-offset-3'

type Props = { text: string; onChange: (text: string) => void; onClose: () => void }

/**
 * The field of the search window until that is loaded and open: it has the focus in the moment of the press, so that no
 * letter is lost.
 */
export function EarlySearch({ text, onChange, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <div className="fixed inset-x-4 top-4 z-50 mx-auto max-w-lg rounded-md border border-line bg-card shadow-pop sm:top-[12dvh]">
      <input
        ref={field}
        aria-label={t('Search')}
        placeholder={t('Search orders, products, SKUs, customers, phones, actions')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        className={SEARCH_FIELD}
      />
    </div>
  )
}
