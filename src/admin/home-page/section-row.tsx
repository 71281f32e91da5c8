import { Eye, EyeOff, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/t.ts'
import { ICON_TARGET } from '#ui/button.tsx'
import { Card, Tag } from '#ui/parts.tsx'
import { AfterLeaving } from '../parts/after-leaving.tsx'
import { MoveButtons, RemoveButton } from '../parts/row-buttons.tsx'
import { SectionForm } from './section-form.tsx'
import { type Section, titleOf, typeText } from './sections.ts'

type RowProps = {
  section: Section
  at: number
  count: number
  isOpen: boolean
  hasErrors: boolean
  /** What it's dragged by. */
  grip: ReactNode
  errorOf: (path: string) => string | null
  onMove: (by: number) => void
  onToggle: () => void
  onChange: (section: Section) => void
  onRemove: () => void
}

/** A section as a row, with buttons to move, hide, change and remove it; open, with its fields. */
export function SectionRow({
  section,
  at,
  count,
  isOpen,
  hasErrors,
  grip,
  errorOf,
  onMove,
  onToggle,
  onChange,
  onRemove,
}: RowProps) {
  const name = titleOf(section) || typeText(section.type)
  const { hidden, ...shown } = section
  return (
    <AfterLeaving>
      {(isLeft) => (
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:flex-nowrap">
            <div className="flex min-w-0 items-center">
              {grip}
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
                  {name}
                  {hidden === true ? <Tag tone="plain">{t('Hidden')}</Tag> : null}
                  {hasErrors && (isLeft || !isOpen) ? <Tag tone="bad">{t('Not right yet')}</Tag> : null}
                </p>
                <p className="text-sm text-ink-3">{typeText(section.type)}</p>
              </div>
            </div>
            <div className="flex shrink-0">
              <MoveButtons name={name} at={at} count={count} onMove={onMove} />
              <button
                type="button"
                className={ICON_TARGET}
                aria-label={hidden === true ? t('Show: {name}', { name }) : t('Hide: {name}', { name })}
                onClick={() => onChange(hidden === true ? shown : { ...shown, hidden: true })}
              >
                {/* The state, as elsewhere: an open eye is what shoppers see. */}
                {hidden === true ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
              </button>
              <button
                type="button"
                className={ICON_TARGET}
                aria-expanded={isOpen}
                aria-label={t('Edit: {name}', { name })}
                onClick={onToggle}
              >
                <Pencil size={18} aria-hidden="true" />
              </button>
              <RemoveButton name={name} onRemove={onRemove} />
            </div>
          </div>
          {isOpen ? (
            <div className="grid gap-4 pt-4">
              <SectionForm section={section} onChange={onChange} errorOf={(path) => (isLeft ? errorOf(path) : null)} />
            </div>
          ) : null}
        </Card>
      )}
    </AfterLeaving>
  )
}
