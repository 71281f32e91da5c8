import { type ReactNode, useId, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Checkbox } from '#ui/field.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Swatch } from '../../catalog/ui/swatch.tsx'
import { valueName } from '../../catalog/value-names.ts'
import { OPTIONS_SHOWN } from '../rules.ts'

export type Option = {
  value: string
  /** The number of products it would show, or null if not known. */
  count: number | null
  chosen: boolean
  /** #rrggbb, if it's a colour whose name has no swatch. */
  swatch?: string | undefined
  onToggle: () => void
}

/** A section of the panel, collapsible by its heading. */
export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className="group border-b border-line py-1">
      <summary className="-mx-2 flex min-h-12 cursor-pointer list-none items-center justify-between px-2 font-bold md:pointer-fine:min-h-10 md:pointer-fine:text-sm -outline-offset-3">
        {title}
        <ChevronDownIcon size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}

type ListProps = {
  /** The name of the group in the URL: the panel works as a plain form too. */
  list: string
  /** Says how many options are hidden: "7 more colours". */
  more: (hidden: number) => string
  options: Option[]
  swatches?: boolean
}

/** Tick boxes: of more than 5 the first 5 and Show More (SPEC section 2). A ticked one is never hidden. */
export function OptionList({ list, more, options, swatches = false }: ListProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const isFoldable = options.length > OPTIONS_SHOWN
  const shown = isFoldable && !open ? options.filter((option, at) => at < OPTIONS_SHOWN || option.chosen) : options
  const hidden = options.length - shown.length
  return (
    <>
      <ul>
        {shown.map((option) => (
          <OptionRow key={option.value} list={list} option={option} swatch={swatches} />
        ))}
      </ul>
      {isFoldable ? (
        <button
          type="button"
          aria-expanded={open}
          aria-describedby={hidden > 0 ? id : undefined}
          onClick={() => setOpen(!open)}
          className="min-h-11 cursor-pointer text-sm font-bold underline underline-offset-4"
        >
          {open ? t('Show Less') : t('Show More')}
        </button>
      ) : null}
      {hidden > 0 ? (
        <span id={id} hidden>
          {more(hidden)}
        </span>
      ) : null}
    </>
  )
}

function OptionRow({ list, option, swatch }: { list: string; option: Option; swatch: boolean }) {
  return (
    <li className="flex items-center gap-2">
      <OptionTick list={list} option={option} swatch={swatch} />
      <OptionCount count={option.count} />
    </li>
  )
}

/** The tick box of an option. One without products is dimmed, but can be ticked and unticked. */
export function OptionTick({ list, option, swatch = false }: { list: string; option: Option; swatch?: boolean }) {
  const name = valueName(option.value)
  const dim = option.count === 0 && !option.chosen
  return (
    <Checkbox
      label={
        swatch ? (
          <span className="flex items-center gap-2">
            <Swatch color={option.value} swatch={option.swatch} />
            <span className="min-w-0">{name}</span>
          </span>
        ) : (
          name
        )
      }
      name={list}
      value={option.value}
      checked={option.chosen}
      onChange={option.onToggle}
      className={`min-w-0 flex-1 md:pointer-fine:min-h-8 md:pointer-fine:text-sm ${dim ? 'text-ink-3' : ''}`}
    />
  )
}

export function OptionCount({ count }: { count: number | null }) {
  if (count === null) return null
  return (
    <span className="text-sm text-ink-3 tabular-nums">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('{count, plural, one {# item} other {# items}}', { count })}</span>
    </span>
  )
}
