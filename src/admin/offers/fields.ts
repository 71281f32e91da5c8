import type { CallInput } from '#platform/api/endpoint.ts'
import { t } from '#platform/text/t.ts'
import { CLASSES, type OfferClass, type OfferKind } from '#shop/offers/rules.ts'
import type { StaffOffer } from '#shop/offers/staff-contract.ts'
import type { StaffContract } from '#shop/staff-contract.ts'
import { parseRupees } from '../parts/rupees.ts'
import type { RecordFields } from '../parts/use-record-form.ts'

/** An offer as its form has it: numbers and lists as they were typed. */
export type OfferValues = Readonly<{
  name: string
  kind: OfferKind
  value: string
  quantity: string
  free: string
  goods: 'all' | 'some'
  categories: string
  subcategory: string
  collection: string
  colors: string
  minPrice: string
  maxPrice: string
  ids: readonly string[]
  codes: StaffOffer['codes']
  code: string
  who: StaffOffer['who']
  emails: string
  isOnline: boolean
  from: string
  to: string
  minimumGoods: string
  minimumPieces: string
  total: string
  perCustomer: string
  budget: string
  combines: readonly OfferClass[]
}>
export type OfferField = keyof OfferValues

type NewOffer = NonNullable<CallInput<StaffContract['POST /offers']>['body']>
type OfferChange = NonNullable<CallInput<StaffContract['PATCH /offers/{id}']>['body']>

export const NEW_OFFER: StaffOffer = {
  id: 'new',
  name: '',
  kind: 'percent',
  value: 0,
  of: 'order',
  codes: 'none',
  who: 'everyone',
  combines: [],
  state: 'draft',
  used: 0,
  spent: 0,
  batch: { made: 0, used: 0 },
  createdAt: '',
  version: '',
}

export const KIND_TEXTS: Readonly<Record<OfferKind, string>> = {
  percent: t('Percentage off, such as 10 % off'),
  amount: t('Amount off, such as Rs. 200 off'),
  price: t('Several pieces for one price, such as 3 for Rs. 999'),
  buy: t('Buy some, get some free, such as Buy 2 get 1 free'),
  delivery: t('Free delivery'),
}

export const CODE_TEXTS: Readonly<Record<StaffOffer['codes'], string>> = {
  none: t('Automatic, without a code'),
  one: t('One code for everyone'),
  batch: t('Single-use codes'),
}

export const WHO_TEXTS: Readonly<Record<StaffOffer['who'], string>> = {
  everyone: t('Everyone'),
  first_order: t('First-time customers'),
  emails: t('Listed e-mail addresses'),
}

export const CLASS_TEXTS: Readonly<Record<OfferClass, string>> = {
  products: t('Offers on products'),
  order: t('Offers on the whole order'),
  delivery: t('Free delivery'),
}

const numberText = (value: number | undefined) => (value ? String(value) : '')
const listText = (values: readonly string[] | undefined) => (values ?? []).join(', ')
const goodsText = (goods: OfferValues['goods']) => (goods === 'some' ? t('chosen products') : t('everything'))

/** True if an offer of a kind is on products whatever they are. */
export const isOfPieces = (kind: OfferKind) => kind === 'price' || kind === 'buy'

export const OFFER_FIELDS: RecordFields<StaffOffer, OfferValues> = {
  name: { label: t('Name'), of: ({ name }) => name },
  kind: { label: t('Discount'), of: ({ kind }) => kind, show: (kind) => KIND_TEXTS[kind] },
  value: { label: t('How much'), of: ({ value }) => numberText(value) },
  quantity: { label: t('Pieces'), of: ({ buy }) => numberText(buy?.quantity) },
  free: { label: t('Discounted pieces'), of: ({ buy }) => numberText(buy?.free) },
  goods: {
    label: t('For'),
    of: ({ kind, of, products }) => (products || (of === 'products' && !isOfPieces(kind)) ? 'some' : 'all'),
    show: goodsText,
  },
  categories: { label: t('Category'), of: ({ products }) => listText(products?.categories) },
  subcategory: { label: t('Subcategory'), of: ({ products }) => listText(products?.subcategory) },
  collection: { label: t('Collection'), of: ({ products }) => listText(products?.collection) },
  colors: { label: t('Colour'), of: ({ products }) => listText(products?.colors) },
  minPrice: { label: t('Price from'), of: ({ products }) => numberText(products?.minPrice) },
  maxPrice: { label: t('Price to'), of: ({ products }) => numberText(products?.maxPrice) },
  ids: { label: t('Single products'), of: ({ products }) => products?.ids ?? [], show: listText },
  codes: { label: t('How shoppers get it'), of: ({ codes }) => codes, show: (codes) => CODE_TEXTS[codes] },
  code: { label: t('Code'), of: ({ code }) => code ?? '' },
  who: { label: t('Who can use it'), of: ({ who }) => who, show: (who) => WHO_TEXTS[who] },
  emails: { label: t('E-mail addresses, one a line'), of: ({ emails }) => (emails ?? []).join('\n') },
  isOnline: { label: t('Online payment only'), of: ({ methods }) => methods !== undefined },
  from: { label: t('First day'), of: ({ from }) => from ?? '' },
  to: { label: t('Last day'), of: ({ to }) => to ?? '' },
  minimumGoods: { label: t('Minimum value of goods'), of: ({ minimum }) => numberText(minimum?.goods) },
  minimumPieces: { label: t('Minimum pieces'), of: ({ minimum }) => numberText(minimum?.pieces) },
  total: { label: t('Maximum orders'), of: ({ limits }) => numberText(limits?.total) },
  perCustomer: { label: t('Maximum per customer'), of: ({ limits }) => numberText(limits?.perCustomer) },
  budget: { label: t('Maximum total discount'), of: ({ limits }) => numberText(limits?.budget) },
  combines: {
    label: t('Can be combined with'),
    of: ({ combines }) => combines,
    show: (classes) => classes.map((one) => CLASS_TEXTS[one]).join(', '),
  },
}

/** The path of a field in the API, where the server's sentences point to. */
export const PATHS: Readonly<Record<OfferField, string>> = {
  name: 'name',
  kind: 'kind',
  value: 'value',
  quantity: 'buy.quantity',
  free: 'buy.free',
  goods: 'of',
  categories: 'products.categories',
  subcategory: 'products.subcategory',
  collection: 'products.collection',
  colors: 'products.colors',
  minPrice: 'products.minPrice',
  maxPrice: 'products.maxPrice',
  ids: 'products.ids',
  codes: 'codes',
  code: 'code',
  who: 'who',
  emails: 'emails',
  isOnline: 'methods',
  from: 'from',
  to: 'to',
  minimumGoods: 'minimum.goods',
  minimumPieces: 'minimum.pieces',
  total: 'limits.total',
  perCustomer: 'limits.perCustomer',
  budget: 'limits.budget',
  combines: 'combines',
}

/** Fields of whole numbers. */
const WHOLE: readonly OfferField[] = ['quantity', 'free', 'minimumPieces', 'total', 'perCustomer']
/** Fields of amounts. */
const MONEY: readonly OfferField[] = ['minPrice', 'maxPrice', 'minimumGoods', 'budget']

/** What a field of numbers can't be read for, or null. */
export function problemOf(values: OfferValues, name: OfferField): string | null {
  const typed = values[name]
  if (typeof typed !== 'string' || typed.trim() === '') return null
  if (WHOLE.includes(name) && !/^\d{1,8}$/.test(typed.trim())) return t('Please write a whole number.')
  if ((MONEY.includes(name) || name === 'value') && parseRupees(typed.replace('%', '').trim()) === null)
    return t('Please write a number such as 10 or 1,499.')
  return null
}

/** The offer that a form means; null if a number can't be read. `stored`: whose lists the form doesn't show stay. */
export function termsOfForm(values: OfferValues, stored: StaffOffer): NewOffer | null {
  // Safe cast: the keys of the object.
  if ((Object.keys(values) as OfferField[]).some((name) => problemOf(values, name) !== null)) return null
  const { kind, name, codes, who } = values
  const isSome = values.goods === 'some' && kind !== 'delivery'
  return {
    name,
    kind,
    value: numberOf(values.value) ?? 0,
    buy: isOfPieces(kind)
      ? { quantity: numberOf(values.quantity) ?? 0, free: kind === 'buy' ? (numberOf(values.free) ?? 0) : 0 }
      : null,
    of: isSome || isOfPieces(kind) ? 'products' : 'order',
    products: isSome ? productsOf(values, stored) : null,
    codes,
    code: codes === 'one' ? values.code.trim() : null,
    minimum: given({ goods: numberOf(values.minimumGoods), pieces: numberOf(values.minimumPieces) }),
    from: values.from === '' ? null : values.from,
    to: values.to === '' ? null : values.to,
    limits: given({
      total: numberOf(values.total),
      perCustomer: numberOf(values.perCustomer),
      budget: numberOf(values.budget),
    }),
    who,
    emails: who === 'emails' ? values.emails.split(/[\s,;]+/).filter((one) => one !== '') : null,
    methods: values.isOnline ? ['online'] : null,
    combines: CLASSES.filter((one) => values.combines.includes(one)),
  }
}

/** What a change of some fields of the form changes of the offer; null if a number can't be read. */
export function changeOfForm(
  values: OfferValues,
  changed: readonly OfferField[],
  stored: StaffOffer,
): OfferChange | null {
  const terms = termsOfForm(values, stored)
  if (terms === null) return null
  const names = changed.map((name) => PATHS[name].split('.')[0])
  // What the goods are stands in two fields, and what a kind has no use for goes with it.
  if (names.includes('kind') || names.includes('of')) names.push('kind', 'value', 'buy', 'of', 'products')
  return Object.fromEntries(Object.entries(terms).filter(([name]) => names.includes(name)))
}

function productsOf(values: OfferValues, { products = {} }: StaffOffer): OfferChange['products'] {
  const { sizes, pattern, fabric, fit } = products
  const lists = Object.fromEntries(
    (['categories', 'subcategory', 'collection', 'colors'] as const).map((name) => [
      name,
      values[name]
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ]),
  )
  const chosen = Object.fromEntries(
    Object.entries({ ...lists, ids: [...values.ids] }).filter(([, list]) => list.length > 0),
  )
  return given({
    sizes,
    pattern,
    fabric,
    fit,
    ...chosen,
    minPrice: numberOf(values.minPrice),
    maxPrice: numberOf(values.maxPrice),
  })
}

const numberOf = (typed: string): number | undefined =>
  typed.trim() === '' ? undefined : (parseRupees(typed.replace('%', '').trim()) ?? undefined)

/** The entries that are given; null if there are none. */
function given<T extends object>(values: T): T | null {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  // Safe cast: without entries that are undefined.
  return entries.length === 0 ? null : (Object.fromEntries(entries) as T)
}
