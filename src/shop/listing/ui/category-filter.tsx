import { useId, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import type { Card } from '../../catalog/card.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { FilterOptions } from '../contract.ts'
import { type Filters, toggleValue } from '../rules.ts'
import { OptionCount, OptionList, OptionTick } from './filter-group.tsx'
import { countOf, listSubcategories, shownOptions } from './format-filters.ts'

/** The data that the filter panel shows and changes. */
export type PanelProps = {
  filters: Filters
  options: FilterOptions | null
  products: readonly Card[]
  onChange: (next: Filters) => void
}

/**
 * The categories, one of them expanded to its subcategories (SPEC section 4). Ticking one expands it; a second
 * button expands it without ticking.
 */
export function CategoryFilter({ filters, options, products, onChange }: PanelProps) {
  const [expanded, setExpanded] = useState(filters.categories[0] ?? null)
  return (
    <ul>
      {shownOptions(options, 'categories', filters.categories).map(({ value: category }) => (
        <CategoryRow
          key={category}
          category={category}
          open={expanded === category}
          onOpen={(open) => setExpanded(open ? category : null)}
          {...{ filters, options, products, onChange }}
        />
      ))}
    </ul>
  )
}

type RowProps = PanelProps & { category: string; open: boolean; onOpen: (open: boolean) => void }

function CategoryRow({ category, open, onOpen, filters, options, products, onChange }: RowProps) {
  const id = useId()
  const chosen = filters.categories.includes(category)
  const toggle = () => {
    onOpen(!chosen)
    onChange(toggleValue(filters, 'categories', category))
  }
  const count = countOf(options, 'categories', category)
  return (
    <li>
      <div className="flex items-center gap-2">
        <OptionTick list="categories" option={{ value: category, count, chosen, onToggle: toggle }} />
        <OptionCount count={count} />
        <IconButton
          label={t('Categories in {category}', { category: valueName(category) })}
          aria-expanded={open}
          aria-controls={id}
          className="-mr-3 md:pointer-fine:-my-1.5"
          onClick={() => onOpen(!open)}
        >
          <ChevronDownIcon size={18} className={`transition-transform ${open ? 'rotate-180' : ''}`} />
        </IconButton>
      </div>
      <div id={id} hidden={!open} className="ml-2 border-l border-line pl-4">
        {open ? <Subcategories category={category} {...{ filters, options, products, onChange }} /> : null}
      </div>
    </li>
  )
}

function Subcategories({ category, filters, options, products, onChange }: PanelProps & { category: string }) {
  const subcategories = listSubcategories(category, products, options, filters.subcategory)
  if (subcategories.length === 0) return <p className="py-2 text-sm text-ink-3">{t('Nothing in the list matches.')}</p>
  return (
    <OptionList
      list="subcategory"
      more={(hidden) => t('{hidden} more kinds', { hidden })}
      options={subcategories.map((value) => ({
        value,
        count: countOf(options, 'subcategory', value, category),
        chosen: filters.subcategory.includes(value),
        onToggle: () => onChange(toggleValue(filters, 'subcategory', value)),
      }))}
    />
  )
}
