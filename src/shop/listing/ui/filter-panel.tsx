import { t } from '#platform/text/t.ts'
import { useSettings } from '../../settings/client.ts'
import { rememberMySizes } from '../my-sizes.ts'
import { priceLimit, toggleValue, withMaxPrice } from '../rules.ts'
import { CategoryFilter, type PanelProps } from './category-filter.tsx'
import { FilterSection, OptionList } from './filter-group.tsx'
import { countOf, GROUPS, shownOptions } from './format-filters.ts'
import { MySizeTick } from './my-size-tick.tsx'
import { PriceFilter } from './price-filter.tsx'

/** All filters: beside the list, or in the drawer on narrow screens. */
export function FilterPanel({ filters, options, products, onChange }: PanelProps) {
  const hasMySize = useSettings()['listing.mySize']
  function toggle(list: (typeof GROUPS)[number]['list'], value: string): void {
    const next = toggleValue(filters, list, value)
    if (hasMySize && list === 'sizes') rememberMySizes(next.sizes)
    onChange(next)
  }
  // Positioned, so that screen-reader text doesn't stretch the drawer.
  return (
    <div className="relative">
      <FilterSection title={t('Price')}>
        <PriceFilter
          range={filters.priceRange}
          limit={priceLimit(options?.prices?.max)}
          onCommit={(max) => onChange(withMaxPrice(filters, max))}
        />
      </FilterSection>
      {shownOptions(options, 'categories', filters.categories).length === 0 ? null : (
        <FilterSection title={t('Categories')}>
          <CategoryFilter {...{ filters, options, products, onChange }} />
        </FilterSection>
      )}
      {GROUPS.map((group) => ({ ...group, shown: shownOptions(options, group.list, filters[group.list]) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ list, title, more, shown }) => (
          <FilterSection key={list} title={title}>
            {hasMySize && list === 'sizes' ? (
              <MySizeTick chosen={filters.sizes} onChange={(sizes) => onChange({ ...filters, sizes })} />
            ) : null}
            <OptionList
              list={list}
              more={more}
              swatches={list === 'colors'}
              options={shown.map(({ value, swatch }) => ({
                value,
                swatch,
                count: countOf(options, list, value),
                chosen: filters[list].includes(value),
                onToggle: () => toggle(list, value),
              }))}
            />
          </FilterSection>
        ))}
    </div>
  )
}
