import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import type { FilterOptions } from '../contract.ts'
import { FILTER_OPTIONS, type Filters, toggleValue } from '../rules.ts'
import { OptionCount, OptionList, OptionTick } from './filter-group.tsx'
import { countOf, subcategoriesOf } from './filter-words.ts'
import type { ShownProduct } from './product-view.ts'

type Props = {
  filters: Filters
  options: FilterOptions | null
  products: readonly ShownProduct[]
  onChange: (next: Filters) => void
}

/** The three categories with their subcategories (SPEC section 2). Ticking opens one; a second button only opens it. */
export function CategoryFilter({ filters, options, products, onChange }: Props) {
  const [opened, setOpened] = useState<readonly string[]>(filters.categories)
  const setOpen = (category: string, open: boolean) =>
    setOpened((now) => [...now.filter((one) => one !== category), ...(open ? [category] : [])])
  return (
    <ul>
      {FILTER_OPTIONS.categories.map((category) => (
        <CategoryRow
          key={category}
          category={category}
          open={opened.includes(category)}
          onOpen={(open) => setOpen(category, open)}
          {...{ filters, options, products, onChange }}
        />
      ))}
    </ul>
  )
}

type RowProps = Props & { category: string; open: boolean; onOpen: (open: boolean) => void }

function CategoryRow({ category, open, onOpen, filters, options, products, onChange }: RowProps) {
  const id = useId()
  const chosen = filters.categories.includes(category)
  const subcategories = subcategoriesOf(category, products, options, filters.subcategory)
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
          label={`Kinds in ${category}`}
          aria-expanded={open}
          aria-controls={id}
          className="-mr-3"
          onClick={() => onOpen(!open)}
        >
          <ChevronDown size={18} aria-hidden className={`transition-transform ${open ? 'rotate-180' : ''}`} />
        </IconButton>
      </div>
      <div id={id} hidden={!open} className="ml-2 border-l border-line pl-4">
        {subcategories.length === 0 ? <p className="py-2 text-sm text-ink-3">Nothing of this in the list.</p> : null}
        <OptionList
          list="subcategory"
          many="kinds"
          options={subcategories.map((value) => ({
            value,
            count: countOf(options, 'subcategory', value, category),
            chosen: filters.subcategory.includes(value),
            onToggle: () => onChange(toggleValue(filters, 'subcategory', value)),
          }))}
        />
      </div>
    </li>
  )
}
