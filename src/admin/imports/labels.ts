import { readableTime } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { PRODUCT_STATES } from '#shop/catalog/rules.ts'
import { labelOf } from '../products/fields.ts'
import { stateText } from '../products/labels.ts'

const MAX_TEXT = 200

/** What an import changes of a product, by the server's name: a field, or a variant, a stock or a picture with its own name. */
export function changeLabel(name: string): string {
  if (name === 'scheduled') return t('Scheduled changes')
  if (name === 'colors') return t('Colours')
  const label = labelOf(name)
  return label === name ? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : label
}

/** A value before or after, for people. */
export function changeText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && (name === 'price' || name === 'mrp')) return formatRupees(value)
  if (name === 'state') return textOfState(value)
  // A planned change has commas of its own.
  const separator = name === 'scheduled' ? '; ' : ', '
  const text = Array.isArray(value) ? value.map(itemText).join(separator) : itemText(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  // Safe cast: fields of a planned change or of a picture, if it's one.
  const { at, price, state, src, color, view, alt } = item as Readonly<Record<string, unknown>>
  if (typeof at === 'string')
    return `${readableTime(at)}: ${typeof price === 'number' ? formatRupees(price) : textOfState(state)}`
  if (typeof src === 'string') return [color, view, alt].filter(Boolean).join(', ') || src
  return JSON.stringify(item)
}

function textOfState(value: unknown): string {
  const state = PRODUCT_STATES.find((one) => one === value)
  return state === undefined ? String(value) : stateText(state)
}
