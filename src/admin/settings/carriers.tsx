import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { API_CARRIERS, type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { load } from '../api.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { may } from '../session.ts'
import { CarrierForm, StartNotice, useStartAgain } from './connection-forms.tsx'
import { EnvLines } from './env-lines.tsx'

export const loader = () => load('GET /connections')

const VARIABLES = {
  delhivery: ['DELHIVERY_TOKEN', 'DELHIVERY_WEBHOOK_SECRET'],
  shiprocket: ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD', 'SHIPROCKET_WEBHOOK_SECRET'],
} as const

/** `/admin/settings/carriers`: keys of the carriers that are booked by their API. */
export function Component() {
  return (
    <RecordPage title={t('Carriers')} back={{ to: '/settings', label: t('All settings') }}>
      <p className="max-w-160 text-ink-2">
        {t(
          'With API keys you book a carrier while you pack. Without them, and for other carriers, use files. Keys are never shown again, and aren’t in backups.',
        )}
      </p>
      {API_CARRIERS.map((name) => (
        <CarrierSection key={name} name={name} />
      ))}
    </RecordPage>
  )
}

function CarrierSection({ name }: { name: ApiCarrier }) {
  const { onScreen, carriers, startedAt } = useLoaderData<typeof loader>()
  const hasKeys = carriers.includes(name)
  const isHere = onScreen[name] && may(`POST /connections/${name}`)
  return (
    <Section id={name} title={CARRIER_LABELS[name]}>
      <p className="text-ink-2">{hasKeys ? t('Connected.') : t('Not connected. Parcels are booked by file.')}</p>
      {isHere ? <CarrierForm carrier={name} isSet={hasKeys} startedAt={startedAt} /> : null}
      {isHere && hasKeys ? <Removal name={name} /> : null}
      {isHere || hasKeys ? null : <EnvLines names={VARIABLES[name]} />}
    </Section>
  )
}

/** Forgets a carrier's keys, once somebody has read what stops then. */
function Removal({ name }: { name: ApiCarrier }) {
  const { startedAt, waiting } = useLoaderData<typeof loader>()
  const [isOpen, setOpen] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const { pending, error, send } = useCall()
  const { state, start } = useStartAgain(startedAt)
  const carrier = CARRIER_LABELS[name]
  async function remove(): Promise<void> {
    if ((await send('DELETE /connections/{carrier}', { params: { carrier: name } })) === null) return
    setOpen(false)
    setRemoved(true)
    await start()
  }
  if (isRemoved)
    return (
      <div role="status" className="pt-4">
        <StartNotice
          state={state}
          starting={t('Keys removed. The shop restarts, which takes a few seconds …')}
          started={t('Keys removed.')}
        />
      </div>
    )
  const count = waiting[name]
  return (
    <div className="pt-3">
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {t('Remove {carrier}’s keys', { carrier })}
      </Button>
      <PreviewDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Remove {carrier}’s keys?', { carrier })}
        effects={[
          t('Nothing more is booked or cancelled with {carrier}, and there are no labels or pick-ups.', { carrier }),
          t('Its updates no longer arrive. Update its parcels by hand or by file.'),
          ...(count > 0
            ? [
                t(
                  '{count, plural, one {# booking is still waiting for {carrier}, and goes on only with new keys.} other {# bookings are still waiting for {carrier}, and go on only with new keys.}}',
                  { count, carrier },
                ),
              ]
            : []),
        ]}
        confirmLabel={t('Remove keys')}
        pending={pending}
        error={error}
        onConfirm={() => void remove()}
      />
    </div>
  )
}
