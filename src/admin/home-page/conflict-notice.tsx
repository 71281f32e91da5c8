import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { fieldText, type Section } from './sections.ts'

/** What a 412 of the home page has. */
interface Conflict {
  current: { version: string }
  changedBy: string | null
  /** The fields that both have changed, if the rest could be put together. */
  clashes?: readonly { section: string; field: string; theirs: unknown; mine: unknown }[]
  merged?: { mine: readonly Section[]; theirs: readonly Section[] }
}

type Props = {
  problem: Record<string, unknown>
  /** Throws the own draft away. */
  onTakeTheirs: () => void
  /** Goes on with the own draft, which replaces theirs. */
  onKeepMine: (version: string) => void
  /** Goes on with both put together. */
  onMerge: (sections: readonly Section[], version: string) => void
}

/** Somebody else has published meanwhile: both values of each field that both have changed, and what to do. */
export function ConflictNotice({ problem, onTakeTheirs, onKeepMine, onMerge }: Props) {
  // Safe cast: `PUT /home-page` answers 412 with these.
  const { current, changedBy, clashes = [], merged } = problem as unknown as Conflict
  const who = changedBy ?? t('Somebody')
  return (
    <Notice tone="warn" live>
      <p>{t('{who} changed the home page meanwhile. Yours isn’t published yet.', { who })}</p>
      {clashes.length === 0 ? null : (
        <dl className="grid gap-2">
          {clashes.map(({ section, field, theirs, mine }) => (
            <div key={`${section} ${field}`} className="wrap-anywhere">
              <dt className="font-bold">{t('{field} of “{section}”', { field: fieldText(field), section })}</dt>
              <dd>{t('Theirs: {value}', { value: valueText(theirs) })}</dd>
              <dd>{t('Yours: {value}', { value: valueText(mine) })}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          size="sm"
          variant="outline"
          onClick={() => (merged ? onMerge(merged.theirs, current.version) : onTakeTheirs())}
        >
          {t('Take theirs')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => (merged ? onMerge(merged.mine, current.version) : onKeepMine(current.version))}
        >
          {t('Keep mine; I’ll publish it again')}
        </Button>
      </div>
    </Notice>
  )
}

const MAX_SHOWN = 120

function valueText(value: unknown): string {
  if (value === undefined || value === '') return t('empty')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
