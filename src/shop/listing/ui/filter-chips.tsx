import { t } from '#platform/text/t.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { FilterOptions } from '../contract.ts'
import { type Filters, toggleValue } from '../rules.ts'
import { clearFilters, filterChips, suggestedFilters } from './format-filters.ts'

type Props = { filters: Filters; options: FilterOptions | null; onChange: (next: Filters) => void }

const CHIP =
  'inline-flex min-h-11 max-w-full shrink-0 cursor-pointer items-center gap-1.5 rounded-pill border px-4 text-sm font-bold wrap-anywhere'

/**
 * The chosen filters, each removable by a press (SPEC section 2), then up to three suggestions. They're offered by wide screens while
 * nothing is chosen, and by phones afterwards: until then the products come first.
 */
export function FilterChips({ filters, options, onChange }: Props) {
  const chips = filterChips(filters)
  const shortcuts = suggestedFilters(filters, options)
  return (
    <div
      className={`[scrollbar-width:none] -mx-4 flex items-center gap-2 overflow-x-auto px-4 py-3 md:mx-0 md:flex-wrap md:overflow-visible md:px-0 md:py-1 ${chips.length === 0 ? 'max-md:hidden' : ''} ${chips.length + shortcuts.length === 0 ? 'md:hidden' : ''}`}
    >
      {chips.map((chip) => (
        <button
          key={chip.key}
          type="button"
          aria-label={t('Remove {label}', { label: chip.label })}
          onClick={() => onChange(chip.without)}
          className={`${CHIP} border-btn bg-btn text-on-btn`}
        >
          {chip.label}
          <CloseIcon size={15} />
        </button>
      ))}
      {chips.length === 0 ? null : (
        <button
          type="button"
          onClick={() => onChange(clearFilters(filters))}
          className="min-h-11 shrink-0 cursor-pointer px-2 text-sm font-bold underline underline-offset-4"
        >
          {t('Clear all')}
        </button>
      )}
      {shortcuts.map(({ list, value }) => (
        <button
          key={value}
          type="button"
          aria-label={t('Only {value}', { value: valueName(value) })}
          onClick={() => onChange(toggleValue(filters, list, value))}
          className={`${CHIP} border-line-strong bg-card ${chips.length === 0 ? '' : 'md:hidden'}`}
        >
          {valueName(value)}
        </button>
      ))}
    </div>
  )
}
