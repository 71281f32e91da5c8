import { t } from '#platform/text/t.ts'
import { priceLimit, toggleValue, withMaxPrice } from '../rules.ts'
import { CategoryFilter, type PanelProps } from './category-filter.tsx'
import { FilterSection, OptionList } from './filter-group.tsx'
import { countOf, GROUPS, shownOptions } from './format-filters.ts'
import { PriceFilter } from './price-filter.tsx'

/** All filters: beside the list, or in the drawer on narrow screens. */
export function FilterPanel({ filters, options, products, onChange }: PanelProps) {
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
            <OptionList
              list={list}
              more={more}
              swatches={list === 'colors'}
              options={shown.map(({ value, swatch }) => ({
                value,
                swatch,
                count: countOf(options, list, value),
                chosen: filters[list].includes(value),
                onToggle: () => onChange(toggleValue(filters, list, value)),
              }))}
            />
          </FilterSection>
        ))}
    </div>
  )
}
