import { type SyntheticEvent, useState } from 'react'
import { indianDay } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import type { Scope } from '#shop/staff/scope-rules.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Checkbox, Field } from '#ui/field.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useCall } from '../parts/use-call.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Props = { scopes: readonly { name: Scope; title: string }[]; onClose: () => void }

/** Makes a key, which is shown this once. */
export function KeyDialog({ scopes, onClose }: Props) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const [until, setUntil] = useState(() => indianDay(new Date(Date.now() + 365 * DAY_MS)))
  const { pending, errorBeside, errorOf, send } = useCall()
  const [key, setKey] = useState<string | null>(null)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const made = await send('POST /keys', { body: { name, scopes: [...chosen], until } })
    if (made !== null) setKey(made.key)
  }
  if (key !== null)
    return (
      <Dialog open onClose={onClose} title={t('Key for {name}', { name })}>
        <ShownOnce
          lead={t(
            'Copy it now: it isn’t shown again. The software sends it with each call: Authorization: Bearer KEY.',
          )}
          value={key}
          copyLabel={t('Copy key')}
          onDone={onClose}
        />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={t('New key')}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('Name')}
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errorOf('name')}
        />
        <fieldset className="grid">
          <legend className="font-bold">{t('Permissions')}</legend>
          {scopes.map(({ name: scope, title }) => (
            <Checkbox
              key={scope}
              label={title}
              checked={chosen.includes(scope)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
              }
            />
          ))}
          {errorOf('scopes') === null ? null : <p className="text-sm text-bad">{errorOf('scopes')}</p>}
        </fieldset>
        <DayField label={t('Last day (IST)')} required value={until} onChange={setUntil} error={errorOf('until')} />
        <FailureNotice text={errorBeside('name', 'scopes', 'until')} />
        <Button type="submit" variant="primary" pending={pending}>
          {t('Create key')}
        </Button>
      </form>
    </Dialog>
  )
}
