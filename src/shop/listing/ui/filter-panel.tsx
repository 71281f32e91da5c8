import { FILTER_OPTIONS } from '../../catalog/rules.ts'
import { toggleValue } from '../rules.ts'
import { CategoryFilter, type PanelProps } from './category-filter.tsx'
import { FilterSection, OptionList } from './filter-group.tsx'
import { countOf, GROUPS } from './format-filters.ts'
import { PriceFilter } from './price-filter.tsx'

/** All filters, one group below the other. It stands beside the list, and inside the drawer on narrow screens. */
export function FilterPanel({ filters, options, products, onChange }: PanelProps) {
  // Positioned: what is only for screen readers must not stretch the drawer it stands in.
  return (
    <div className="relative">
      <FilterSection title="Price">
        <PriceFilter range={filters.priceRange} onCommit={(max) => onChange({ ...filters, priceRange: [0, max] })} />
      </FilterSection>
      <FilterSection title="Categories">
        <CategoryFilter {...{ filters, options, products, onChange }} />
      </FilterSection>
      {GROUPS.map(({ list, title, many }) => (
        <FilterSection key={list} title={title}>
          <OptionList
            list={list}
            many={many}
            swatches={list === 'colors'}
            options={FILTER_OPTIONS[list].map((value) => ({
              value,
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
