import type { MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ProfileFrame } from '#shop/accounts/ui/profile-menu.tsx'
import { AddressBook } from '#shop/addresses/ui/address-book.tsx'
import { PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'
import { requireSession, useLoginAgain } from '../require-session.ts'
import type { Route } from './+types/saved-address'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Saved Address'), description: t('Your saved addresses at {shop}.'), index: false })

/** Runs only in the browser, because the server can't see who is logged in. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = await requireSession(request)
  return { userId: session.user.id }
}

export { PageSkeleton as HydrateFallback } from '#ui/skeleton.tsx'

export default function SavedAddressPage() {
  return (
    <div className="page pb-16">
      <PageHead title={t('Saved Address')}>
        {t('Your delivery addresses. The marked one is the default at checkout.')}
      </PageHead>
      <ProfileFrame current="/saved-address">
        <AddressBook onLoginNeeded={useLoginAgain()} />
      </ProfileFrame>
    </div>
  )
}
