import type { Words } from '../../audit/difference.ts'
import { PRODUCT_FIELDS } from './fields.ts'

/** The log's fields of products as their screens call them. `bulk`, `import` and `scheduled` lead undo to its lines. */
export const productWords: Words = {
  fields: {
    ...Object.fromEntries(Object.entries(PRODUCT_FIELDS).map(([name, { label }]) => [name, label])),
    at: 'From',
    to: 'Until',
    selected: 'Products chosen',
    products: 'Products',
    created: 'New',
    updated: 'Changed',
    state: 'Status',
    colors: 'Colours',
    variants: 'Colours and sizes',
    pictures: 'Pictures',
    goesWith: 'Goes with',
    scheduled: 'Scheduled',
    stays: 'Stays',
    wasScheduled: 'Was scheduled',
    bulk: null,
    import: null,
    skus: null,
  },
  values: { draft: 'Draft', published: 'Published', hidden: 'Hidden', archived: 'Archived' },
}
