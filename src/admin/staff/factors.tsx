import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { OwnFactor } from '#shop/staff/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { EnrolStep } from '../sign-in/enrol-step.tsx'
import { SpareCodes } from '../sign-in/spare-codes.tsx'

/** One's own second factors: each can be removed but the last, and spare codes made anew. */
export function Factors({ items, spareCodes }: { items: readonly OwnFactor[]; spareCodes: number }) {
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const [isAdding, setIsAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  async function remove({ id }: OwnFactor): Promise<void> {
    await send('DELETE /factors/{id}', { params: { id } })
    void revalidate()
  }
  async function makeCodes(): Promise<void> {
    const made = await send('POST /spare-codes', {})
    if (made !== null) setCodes(made.spareCodes)
  }
  function close(): void {
    setIsAdding(false)
    setCodes(null)
    void revalidate()
  }
  return (
    <Section title={t('Two-step sign-in')}>
      <p className="pb-3 text-ink-2">
        {t(
          'Add a passkey on your new phone before you part with the old one. A new authenticator app replaces the one before. If you lose everything, an owner can reset your sign-in.',
        )}
      </p>
      <ul className="divide-y divide-line">
        {items.map((factor) => (
          <li key={factor.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <p className="font-bold wrap-anywhere">
                {factor.kind === 'passkey' ? t('Passkey: {device}', { device: factor.name }) : factor.name}
              </p>
              <p className="text-xs text-ink-3">
                {t('Added')} <When at={factor.at} />
                {factor.usedAt === null ? null : (
                  <>
                    {' · '}
                    {t('Last used')} <When at={factor.usedAt} />
                  </>
                )}
              </p>
            </div>
            {items.length > 1 ? (
              <Button size="sm" variant="outline" pending={pending} onClick={() => remove(factor)}>
                {t('Remove')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="py-3 text-ink-2">
        {t('{count, plural, =0 {No spare codes left.} one {# spare code left.} other {# spare codes left.}}', {
          count: spareCodes,
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => setIsAdding(true)}>
          {t('Add a passkey or app')}
        </Button>
        <Button size="sm" variant="outline" pending={pending} onClick={makeCodes}>
          {t('New spare codes')}
        </Button>
      </div>
      <FailureNotice text={error} />
      <Dialog open={isAdding} onClose={close} title={t('Add a passkey or app')}>
        <EnrolStep
          make={call}
          onSignedIn={() => {
            close()
            showToast(t('Your new sign-in step works from now on.'), { tone: 'ok' })
          }}
          onEnded={close}
        />
      </Dialog>
      <Dialog open={codes !== null} onClose={close} title={t('New spare codes')}>
        <SpareCodes
          codes={codes ?? []}
          lead={t(
            'Your earlier codes no longer work. If you lose your device, each of these lets you in once. They aren’t shown again.',
          )}
          onKept={close}
        />
      </Dialog>
    </Section>
  )
}
