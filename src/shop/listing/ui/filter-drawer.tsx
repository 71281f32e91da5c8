import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '#ui/drawer.tsx'
import { isFiltered } from '../rules.ts'
import type { PanelProps } from './category-filter.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { clearFilters } from './format-filters.ts'

type Props = PanelProps & {
  open: boolean
  onClose: () => void
  /** All matches of the current filters; null while unknown. */
  total: number | null
}

/** The filters on narrow screens. They apply while the drawer is open, and its footer shows the number of results. */
export function FilterDrawer({ open, onClose, total, ...panel }: Props) {
  return (
    <Drawer open={open} onClose={onClose} title={t('Filter')} side="left" width="w-85">
      <DrawerBody>
        <FilterPanel {...panel} />
      </DrawerBody>
      <DrawerFoot className="grid gap-2">
        <Button variant="primary" wide onClick={onClose}>
          <span aria-live="polite">
            {total === null ? t('Show items') : t('{total, plural, one {Show # item} other {Show # items}}', { total })}
          </span>
        </Button>
        {isFiltered(panel.filters) ? (
          <Button variant="text" size="sm" wide onClick={() => panel.onChange(clearFilters(panel.filters))}>
            {t('Clear all')}
          </Button>
        ) : null}
      </DrawerFoot>
    </Drawer>
  )
}
