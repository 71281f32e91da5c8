import { useCallback } from 'react'
import { type MetaArgs, useNavigate } from 'react-router'
import { clearSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { ProfileFrame } from '#shop/accounts/ui/profile-menu.tsx'
import { AddressBook } from '#shop/addresses/ui/address-book.tsx'
import { PageHead } from '#ui/parts.tsx'
import { PageSkeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { pageMeta } from '../page-meta.ts'
import { requireSession } from '../require-session.ts'
import type { Route } from './+types/saved-address'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Saved Address'), description: t('Your saved addresses at {shop}.'), index: false })

/** Runs in the browser only: the server can't see who is logged in. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = await requireSession(request)
  return { userId: session.user.id }
}

export function HydrateFallback() {
  return <PageSkeleton />
}

export default function SavedAddressPage() {
  const navigate = useNavigate()
  const goToLogin = useCallback(
    (message: string) => {
      clearSession()
      showToast(message, { tone: 'bad' })
      void navigate('/login')
    },
    [navigate],
  )
  return (
    <div className="page pb-16">
      <PageHead title={t('Saved Address')}>
        {t('Where the parcels go. The marked one comes first at checkout.')}
      </PageHead>
      <ProfileFrame current="/saved-address">
        <AddressBook onLoginNeeded={goToLogin} />
      </ProfileFrame>
    </div>
  )
}
