/** How a field is typed and shown. `lines`: a list of texts, one a line. */
export type FieldKind = 'text' | 'paragraphs' | 'lines' | 'money' | 'number'

export interface ProductField {
  label: string
  kind: FieldKind
  /** What it does, for the help of `products set`. */
  help: string
  /** True if it's never null: a product can't be without it, or an empty text is a value of it. */
  isRequired?: boolean
}

/**
 * The fields of a product that are one value, by their names in calls, files and commands. The staff site's form, `products set`,
 * imports, exports, versions, the log and undo have these. Their schemas and columns are in `columns.server.ts`, beside the
 * fields that are lists with shapes of their own, such as variants.
 */
export const PRODUCT_FIELDS = {
  name: { label: 'Name', kind: 'text', isRequired: true, help: 'on its page, in lists and on invoices' },
  price: { label: 'Price', kind: 'money', isRequired: true, help: 'in rupees' },
  mrp: {
    label: 'MRP',
    kind: 'money',
    help: 'the maximum retail price in rupees; above the price it is shown struck through, with the percentage',
  },
  description: { label: 'Description', kind: 'paragraphs', isRequired: true, help: 'plain text' },
  descriptionMarkdown: {
    label: 'Description',
    kind: 'paragraphs',
    help: 'the description with paragraphs, lists, links and emphasis (Markdown)',
  },
  categories: { label: 'Category', kind: 'text', isRequired: true, help: 'Man, Woman or Other' },
  subcategory: {
    label: 'Subcategory',
    kind: 'text',
    isRequired: true,
    help: 'such as Kurtas; a filter, and a listing of its own',
  },
  pattern: { label: 'Pattern', kind: 'text', isRequired: true, help: 'a filter, such as Printed' },
  fabric: { label: 'Fabric', kind: 'text', isRequired: true, help: 'a filter, such as Cotton' },
  fit: { label: 'Fit', kind: 'text', isRequired: true, help: 'a filter, such as Regular Fit' },
  collection: {
    label: 'Collection',
    kind: 'text',
    help: 'the drop or line it belongs to, such as Monsoon drop; a listing of its own',
  },
  badge: { label: 'Badge', kind: 'text', help: 'a word or two on the picture in lists, such as +New' },
  care: { label: 'Care', kind: 'lines', help: 'how to wash it, an instruction a line' },
  countryOfOrigin: { label: 'Country of origin', kind: 'text', help: 'where it was made, such as India' },
  gsm: { label: 'Weight of the fabric, in g/m²', kind: 'number', help: 'the weight of the fabric in g/m²' },
  hsn: { label: 'HSN code', kind: 'text', help: 'the HSN code for its GST rate; without one, that of tax.hsn' },
  cash: {
    label: 'Cash on delivery',
    kind: 'text',
    help: '“no” if it can’t be paid in cash at the door; empty or “yes” if it can',
  },
  exchangeDays: {
    label: 'Days to exchange',
    kind: 'number',
    help: 'after its delivery; 0 if it can’t be exchanged; without any, those of exchange.days',
  },
  searchTitle: {
    label: 'Title for search engines',
    kind: 'text',
    help: 'the title of its page in search results and link previews; without one, its name',
  },
  searchDescription: {
    label: 'Description for search engines',
    kind: 'text',
    help: 'the lines below that title; without them, the beginning of its description',
  },
  latestArrivals: {
    label: 'Latest arrivals',
    kind: 'number',
    help: 'its place in the home page’s row of latest arrivals: 1 is first; without any, the row has what is viewed and bought most this week',
  },
  topCollection: {
    label: 'Top collection',
    kind: 'number',
    help: 'its place in the home page’s row of the top collection: 1 is first',
  },
  position: {
    label: 'Position',
    kind: 'number',
    help: 'its place in lists without another sort order: lower numbers come first (`products move` sets it)',
  },
} as const satisfies Record<string, ProductField>

export type ProductFieldName = keyof typeof PRODUCT_FIELDS
