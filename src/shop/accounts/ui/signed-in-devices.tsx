import { useEffect, useState } from 'react'
import { fullDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { loadDevices, signOutDevice } from '../client.ts'
import type { Device } from '../contract.ts'

/** The devices on which the customer stays signed in, with buttons to sign out one of them, or all but this session. */
export function SignedInDevices() {
  const [devices, setDevices] = useState<Device[] | null>(null)
  const [pending, setPending] = useState('')
  useEffect(() => {
    void loadDevices().then(setDevices)
  }, [])

  async function signOut(deviceId: string | null): Promise<void> {
    setPending(deviceId ?? 'all')
    const problem = await signOutDevice(deviceId)
    setPending('')
    if (problem === null)
      showToast(deviceId === null ? t('Signed out everywhere else.') : t('That device is signed out.'), { tone: 'ok' })
    else showToast(problem, { tone: 'bad' })
    setDevices(await loadDevices())
  }
  return (
    <section aria-labelledby="devices" className="grid gap-3 border-t border-line pt-6">
      <h2 id="devices" className="font-wide text-lg font-extrabold">
        {t('Signed in')}
      </h2>
      <p className="max-w-160 text-sm text-ink-2">
        {t(
          'You stay signed in until you close the tab, unless you chose to keep the device signed in when you entered your code.',
        )}
      </p>
      {devices === null ? <div className="unsized" /> : null}
      {devices === null || devices.length === 0 ? null : (
        <ul aria-label={t('Devices')} className="grid max-w-160 border-y border-line">
          {devices.map(({ _id, name, lastUsed, current }) => (
            <li
              key={_id}
              className="flex min-h-14 items-center justify-between gap-4 border-b border-line last:border-0"
            >
              <span className="grid">
                <span className="flex flex-wrap items-center gap-2 font-bold">
                  {name} {current ? <Tag tone="plain">{t('This device')}</Tag> : null}
                </span>
                <span className="text-sm text-ink-2">{t('Last used {day}', { day: fullDay(lastUsed) ?? '' })}</span>
              </span>
              {current ? null : (
                <Button
                  variant="text"
                  size="sm"
                  aria-label={t('Sign out {name}', { name })}
                  pending={pending === _id}
                  onClick={() => void signOut(_id)}
                >
                  {t('Sign out')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="outline" size="sm" pending={pending === 'all'} onClick={() => void signOut(null)}>
          {t('Sign out everywhere else')}
        </Button>
      </div>
    </section>
  )
}
