import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/t.ts'
import { ICON_TARGET } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { PictureOrBlank } from '#ui/picture-or-blank.tsx'
import { AfterLeaving } from '../parts/after-leaving.tsx'
import { MenuButton, MoreMenu } from '../parts/more-menu.tsx'
import { MoveButtons } from '../parts/row-buttons.tsx'
import { SectionForm } from './section-form.tsx'
import { pictureOf, type Section, titleOf, typeText } from './sections.ts'

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
  /** None for a section that the page has once. */
  onDuplicate: (() => void) | undefined
  onRemove: () => void
}

/** A section as a row that opens, with buttons to move and hide it and a menu to duplicate and remove it; open, with its fields. */
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
  onDuplicate,
  onRemove,
}: RowProps) {
  const name = titleOf(section) || typeText(section.type)
  const { hidden, ...shown } = section
  return (
    <AfterLeaving>
      {(isLeft) => (
        <>
          {/* The whole row opens; its buttons lie above that. */}
          <div className="relative flex min-h-14 items-center gap-x-2 pr-1 hover:bg-sunk">
            <div className="relative z-1 shrink-0">{grip}</div>
            <Thumbnail section={section} />
            <div className="min-w-0 flex-1 py-1.5">
              <p className="flex flex-wrap items-center gap-x-2 text-sm font-bold">
                <button
                  type="button"
                  className="min-w-0 cursor-pointer text-left wrap-anywhere after:absolute after:inset-0"
                  aria-expanded={isOpen}
                  aria-label={t('Edit: {name}', { name })}
                  onClick={onToggle}
                >
                  {name}
                </button>
                {hidden === true ? <Tag tone="plain">{t('Hidden')}</Tag> : null}
                {hasErrors && (isLeft || !isOpen) ? <Tag tone="bad">{t('Incomplete')}</Tag> : null}
              </p>
              {typeText(section.type) === name ? null : (
                <p className="truncate text-xs text-ink-3">{typeText(section.type)}</p>
              )}
            </div>
            <div className="relative z-1 flex shrink-0 items-center has-[details[open]]:z-20">
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
              <MoreMenu label={t('More about {name}', { name })}>
                {onDuplicate === undefined ? null : <MenuButton onClick={onDuplicate}>{t('Duplicate')}</MenuButton>}
                <MenuButton onClick={onRemove}>{t('Remove')}</MenuButton>
              </MoreMenu>
            </div>
          </div>
          {isOpen ? (
            <div className="grid gap-4 border-t border-line p-4">
              <SectionForm section={section} onChange={onChange} errorOf={(path) => (isLeft ? errorOf(path) : null)} />
            </div>
          ) : null}
        </>
      )}
    </AfterLeaving>
  )
}

/** What a section shows, small: its picture, or an empty frame. On a phone the name needs the room. */
function Thumbnail({ section }: { section: Section }) {
  const src = pictureOf(section)
  return <PictureOrBlank src={src} sizes="56px" className="h-10 w-14 shrink-0 rounded-xs object-cover max-sm:hidden" />
}
