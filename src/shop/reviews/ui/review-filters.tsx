import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Select } from '#ui/field.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { Review } from '../contract.ts'
import { filterChoices, NO_FILTER, type ReviewFilter, type ReviewOrder } from '../review-filter.ts'

const ORDERS: readonly { value: ReviewOrder; label: string }[] = [
  { value: 'newest', label: t('Newest') },
  { value: 'helpful', label: t('Most helpful') },
  { value: 'highest', label: t('Most stars') },
  { value: 'lowest', label: t('Fewest stars') },
]

type Props = {
  reviews: readonly Review[]
  /** How many of them match. */
  count: number
  value: ReviewFilter
  onChange: (filter: ReviewFilter) => void
}

/** Order and filters of a list of reviews. A filter is only there if the reviews differ in it. */
export function ReviewFilters({ reviews, count, value, onChange }: Props) {
  const { stars, sizes, hasPhotos } = filterChoices(reviews)
  const isFiltered = value.stars !== null || value.size !== null || value.withPhotos
  return (
    <fieldset className="mb-4 grid gap-3">
      <legend className="sr-only">{t('Sort and filter reviews')}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Select
          label={t('Sort reviews')}
          value={value.order}
          onChange={({ target }) =>
            onChange({ ...value, order: ORDERS.find((one) => one.value === target.value)?.value ?? 'newest' })
          }
        >
          {ORDERS.map((order) => (
            <option key={order.value} value={order.value}>
              {order.label}
            </option>
          ))}
        </Select>
        {stars.length === 0 ? null : (
          <Select
            label={t('Filter by stars')}
            value={value.stars ?? ''}
            onChange={({ target }) => onChange({ ...value, stars: Number(target.value) || null })}
          >
            <option value="">{t('All')}</option>
            {stars.map((number) => (
              <option key={number} value={number}>
                {t('{stars, plural, one {# star} other {# stars}}', { stars: number })}
              </option>
            ))}
          </Select>
        )}
        {sizes.length === 0 ? null : (
          <Select
            label={t('Filter by size')}
            value={value.size ?? ''}
            onChange={({ target }) => onChange({ ...value, size: target.value || null })}
          >
            <option value="">{t('All')}</option>
            {sizes.map((size) => (
              <option key={size} value={size}>
                {valueName(size)}
              </option>
            ))}
          </Select>
        )}
      </div>
      {hasPhotos ? (
        <Checkbox
          label={t('With photos')}
          checked={value.withPhotos}
          onChange={({ target }) => onChange({ ...value, withPhotos: target.checked })}
        />
      ) : null}
      <p role="status" className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-ink-2">
        {isFiltered ? t('{count} of {all} reviews', { count, all: reviews.length }) : null}
      </p>
      {isFiltered && count === 0 ? (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange({ ...NO_FILTER, order: value.order })}
        >
          {t('Show all reviews')}
        </Button>
      ) : null}
    </fieldset>
  )
}
