import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { PlannedSettings } from '#shop/settings/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { actorText } from './actor-text.ts'
import { useCall } from './use-call.ts'
import { useUndo } from './use-undo.ts'
import { When } from './when.tsx'

export interface Plan {
  id: string
  at: string
  by: string
  /** Why it wasn't possible when it was due, or null. */
  problem: string | null
  mayTakeBack: boolean
  /** Where it was planned, on a list of several screens. */
  title?: ReactNode
  /** What it changes. */
  text: ReactNode
}

/** What changes at a time, and what couldn't; each can be taken back. */
export function PlannedList({ plans }: { plans: readonly Plan[] }) {
  if (plans.length === 0) return null
  return (
    <ul className="grid max-w-200 gap-2" aria-label={t('Scheduled')}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlannedOne plan={plan} />
        </li>
      ))}
    </ul>
  )
}

function PlannedOne({ plan: { id, at, by, problem, mayTakeBack, title, text } }: { plan: Plan }) {
  const { pending, error, send } = useCall()
  const { revalidate } = useRevalidator()
  const offerUndo = useUndo()
  async function takeBack() {
    const done = await send('DELETE /settings/plans/{id}', { params: { id } })
    if (done === null) return
    offerUndo(problem === null ? t('Unscheduled.') : t('Dismissed.'), done.undo)
    await revalidate()
  }
  return (
    <Notice tone={problem === null ? 'violet' : 'bad'}>
      {title === undefined ? null : <p className="font-bold">{title}</p>}
      <p>
        <b>
          <When at={at} />
        </b>
        {' · '}
        {t('scheduled by {by}', { by: actorText(by) })}
      </p>
      {text}
      {problem === null ? null : (
        <p className="whitespace-pre-line">{t('Couldn’t be applied: {problem}', { problem })}</p>
      )}
      {mayTakeBack ? (
        <div>
          <Button size="sm" variant="outline" pending={pending} onClick={() => void takeBack()}>
            {problem === null ? t('Unschedule') : t('Dismiss')}
          </Button>
        </div>
      ) : null}
      {error === null ? null : <p role="alert">{error}</p>}
    </Notice>
  )
}

/** A plan of settings with what it changes, a line each. */
export function settingsPlan({ changes, page, title: _, ...plan }: PlannedSettings): Plan {
  return {
    ...plan,
    text:
      page === 'home' ? (
        <p>{t('A new home page.')}</p>
      ) : changes.length === 0 ? (
        <p>{t('As it is now.')}</p>
      ) : (
        <ul className="grid gap-1">
          {changes.map(({ name, label, from, to }) => (
            <li key={name} className="wrap-anywhere">
              <b>{label}</b>: {from} → {to}
            </li>
          ))}
        </ul>
      ),
  }
}
