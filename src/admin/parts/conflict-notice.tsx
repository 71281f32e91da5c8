import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { actorText } from './actor-text.ts'
import type { Clash } from './use-record-form.ts'

/** Both values of each field that two people have changed, to decide between. */
export function ConflictNotice({ conflict }: { conflict: { by: string | null; clashes: readonly Clash[] } | null }) {
  if (conflict === null) return null
  return (
    <ConflictFrame by={conflict.by}>
      <ul className="grid gap-3">
        {conflict.clashes.map(({ name, label, mine, theirs, keepMine, takeTheirs }) => (
          <li key={name} className="grid gap-1">
            <BothValues label={label} mine={mine} theirs={theirs} />
            <span className="flex flex-wrap gap-2 pt-1">
              <Button variant="outline" size="sm" onClick={keepMine}>
                {t('Keep mine')}
              </Button>
              <Button variant="outline" size="sm" onClick={takeTheirs}>
                {t('Take theirs')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </ConflictFrame>
  )
}

/** Says that somebody else has changed the same, and comes into view: Save is at the other end of the page. */
export function ConflictFrame({ by, children }: { by: string | null; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  // In newer browsers it returns a promise, which isn't an effect's to return.
  useEffect(() => void element.current?.scrollIntoView({ block: 'start' }), [])
  return (
    <div ref={element} className="scroll-mt-24">
      <Notice tone="warn" live>
        <p className="font-bold">
          {by === null
            ? t('Somebody else changed this in the meantime. Your changes aren’t saved yet.')
            : t('{name} changed this in the meantime. Your changes aren’t saved yet.', { name: actorText(by) })}
        </p>
        {children}
      </Notice>
    </div>
  )
}

export function BothValues({ label, mine, theirs }: Pick<Clash, 'label' | 'mine' | 'theirs'>) {
  return (
    <>
      <b className="wrap-anywhere">{label}</b>
      <span className="whitespace-pre-line wrap-anywhere">{t('Yours: {value}', { value: mine })}</span>
      <span className="whitespace-pre-line wrap-anywhere">{t('Theirs: {value}', { value: theirs })}</span>
    </>
  )
}
