import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { FailureNotice } from './failure-notice.tsx'

type Props = {
  /** What is typed and not saved, by its labels. Without any there is no bar. */
  changes: readonly string[]
  pending: boolean
  canSave: boolean
  onDiscard: () => void
  /** Why the last save failed, or null. */
  error: string | null
  /** Without it the button submits the form around it. */
  onSave?: (() => void) | undefined
  /** On the button, if it isn't "Save 2 changes". */
  saveLabel?: string | undefined
  /** Instead of the names of what changed. */
  state?: string | undefined
  /** Another way to save: a button. */
  other?: ReactNode
  /** What to know before saving: notices. */
  children?: ReactNode
}

/**
 * What isn't saved, and the ways to save or discard it: over the head of a wide screen, and over the menu's bar on a phone.
 * Ctrl S saves, too.
 */
export function SaveBar({
  changes,
  pending,
  canSave,
  onDiscard,
  error,
  onSave,
  saveLabel,
  state,
  other,
  children,
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = changes.length > 0
  useEffect(() => {
    if (!isOpen) return
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      button.current?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  if (!isOpen) return null
  return (
    <section aria-label={t('Unsaved changes')} className="save-bar">
      <div className="pointer-events-auto grid w-full gap-2 rounded-md border border-line-strong bg-card p-1 shadow-pop max-lg:p-2 lg:max-w-160">
        <FailureNotice text={error} />
        {children}
        <div className="flex items-center gap-2 max-sm:flex-wrap">
          <p className="min-w-0 flex-1 truncate px-2 text-sm text-ink-2 max-sm:basis-40">
            {state ?? t('Unsaved: {names}', { names: changes.join(', ') })}
          </p>
          <Button variant="text" size="sm" aria-label={t('Discard changes')} onClick={onDiscard}>
            {t('Discard')}
          </Button>
          {other}
          <Button
            ref={button}
            variant="primary"
            type={onSave === undefined ? 'submit' : 'button'}
            size="sm"
            className="max-sm:grow"
            pending={pending}
            disabled={!canSave}
            onClick={onSave}
          >
            {saveLabel ?? t('Save {count, plural, one {# change} other {# changes}}', { count: changes.length })}
          </Button>
        </div>
      </div>
    </section>
  )
}
