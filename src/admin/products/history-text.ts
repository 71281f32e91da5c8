import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { labelOf, shownValue } from './fields.ts'

interface Line {
  action: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** Beside the fields: what a line belongs to. */
const OTHERS = new Set(['at', 'bulk', 'import', 'skus', 'to', 'scheduled'])

/** A line of the log in words: which fields changed, and short values before and after. */
export function historyText({ action, before, after }: Line): string {
  if (action === 'product.create' || (before === null && action === 'catalog.import')) return t('Created')
  if (action === 'product.schedule' || (action === 'product.bulk' && before === null)) return t('Scheduled a change')
  if (action === 'product.unschedule' || (action === 'product.bulk-undo' && after === null))
    return t('Unscheduled a change')
  if (action === 'product.schedule-skipped') return skippedText(after)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !OTHERS.has(name),
  )
  return names.map((name) => fieldText(name, before?.[name], after?.[name])).join('; ') || action
}

/** A scheduled change that was skipped, because someone had changed the field first. */
function skippedText(after: Line['after']): string {
  const stays = Object.entries(after?.stays ?? {}).map(
    ([name, value]) => `${labelOf(name)}: ${short(name, value) ?? '–'}`,
  )
  return t('Skipped a scheduled change, because someone had changed the product first. Kept: {stays}', {
    stays: stays.join(', '),
  })
}

function fieldText(name: string, before: unknown, after: unknown): string {
  const [one, other] = [short(name, before), short(name, after)]
  return one === null || other === null ? labelOf(name) : `${labelOf(name)}: ${one} → ${other}`
}

/** A value short enough for a line; null for a longer one. */
function short(name: string, value: unknown): string | null {
  if (typeof value === 'number' && (name === 'price' || name === 'mrp')) return formatRupees(value)
  if (typeof value === 'object' && value !== null) return null
  const text = shownValue(value)
  return text.length > 40 ? null : text
}
