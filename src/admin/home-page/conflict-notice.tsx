import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { BothValues, ConflictFrame } from '../parts/conflict-notice.tsx'
import { fieldText } from './sections.ts'
import type { HomeConflict } from './use-publication.ts'

type Props = { conflict: HomeConflict; onDecide: (whose: 'mine' | 'theirs') => void }

/** Somebody else has published meanwhile: both values of each field that both have changed, and what to do. */
export function HomeConflictNotice({ conflict: { by, clashes = [] }, onDecide }: Props) {
  return (
    <ConflictFrame by={by}>
      <ul className="grid gap-2">
        {clashes.map(({ section, field, theirs, mine }) => (
          <li key={`${section} ${field}`} className="grid gap-1">
            <BothValues
              label={t('{field} of “{section}”', { field: fieldText(field), section })}
              mine={valueText(mine)}
              theirs={valueText(theirs)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => onDecide('mine')}>
          {t('Keep mine')}
        </Button>
        <Button size="sm" variant="outline" onClick={() => onDecide('theirs')}>
          {t('Take theirs')}
        </Button>
      </div>
    </ConflictFrame>
  )
}

const MAX_SHOWN = 120

function valueText(value: unknown): string {
  if (value === undefined || value === '') return t('empty')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
