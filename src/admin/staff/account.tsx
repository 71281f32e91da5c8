import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ListedSession } from '#shop/staff/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Tag } from '#ui/parts.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'
import { useStaff } from '../session.ts'
import { setSingleKeys, useSingleKeys } from '../shell/keys.ts'
import { roleName } from '../shell/role-name.ts'
import { Factors } from './factors.tsx'
import { signOut } from './sign-out.ts'

export async function loader() {
  const [{ items }, factors] = await Promise.all([load('GET /sessions'), load('GET /factors')])
  return { items, factors }
}

/** `/admin/account`: where one is signed in, the second factors, and how this site looks and listens. */
export function Component() {
  const { items, factors } = useLoaderData<typeof loader>()
  const { name, email, role } = useStaff()
  const hasSingleKeys = useSingleKeys()
  return (
    <div className="page">
      <div className="grid gap-4 lg:max-w-180">
        <PageHead title={name || email} tab={t('Account')} state={<Tag tone="plain">{roleName(role)}</Tag>}>
          <p className="text-sm text-ink-2 wrap-anywhere">{email}</p>
        </PageHead>
        <SignedInDevices items={items} />
        <Factors {...factors} />
        <Section title={t('This device')}>
          <ThemeSwitch />
          <Checkbox
            label={t('Single-key shortcuts: press ? to see them')}
            checked={hasSingleKeys}
            onChange={(event) => setSingleKeys(event.target.checked)}
          />
        </Section>
        <SignOut />
      </div>
    </div>
  )
}

function SignedInDevices({ items }: { items: readonly ListedSession[] }) {
  const { revalidate } = useRevalidator()
  const { pending, error, send } = useCall()
  const others = items.filter(({ current }) => !current)
  async function end(sessions: readonly ListedSession[]): Promise<void> {
    for (const { id } of sessions) if ((await send('DELETE /sessions/{id}', { params: { id } })) === null) break
    void revalidate()
  }
  return (
    <Section
      title={t('Devices')}
      action={
        others.length > 1 ? (
          <Button size="sm" variant="text" pending={pending} onClick={() => end(others)}>
            {t('End all other sessions')}
          </Button>
        ) : null
      }
    >
      <ul className="divide-y divide-line">
        {items.map((session) => (
          <li key={session.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <p className="font-bold wrap-anywhere">{session.device}</p>
              <p className="text-xs text-ink-3">
                {t('Last used')} <When at={session.at} />
              </p>
            </div>
            {session.current ? (
              <Tag tone="ok">{t('This one')}</Tag>
            ) : (
              <Button size="sm" variant="outline" pending={pending} onClick={() => end([session])}>
                {t('End session')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice text={error} />
    </Section>
  )
}

function SignOut() {
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  async function leave(): Promise<void> {
    setPending(true)
    // A new document: nothing of this session stays in memory.
    if (await signOut()) window.location.assign('/admin/login')
    else setError(t('Signing out didn’t work, so you’re still signed in. Please try again.'))
    setPending(false)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="outline" pending={pending} onClick={() => void leave()}>
        {t('Sign out')}
      </Button>
      <FailureNotice text={error} />
    </div>
  )
}
