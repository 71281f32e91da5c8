import { useSyncExternalStore } from 'react'
import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { readAsked, subscribeAsked } from './over-page.ts'
import { SignIn } from './sign-in.tsx'

/** The sign-in over the page, when a call needs one. What was typed below it stays. */
export function SignInOverPage() {
  const asked = useSyncExternalStore(subscribeAsked, readAsked)
  return (
    <Dialog
      open={asked !== null}
      onClose={() => asked?.giveUp()}
      title={asked?.onlyFactor ? t('Confirm that it’s you') : t('Please sign in again')}
      className="max-w-104"
    >
      <p className="pb-4 text-ink-2">
        {asked?.onlyFactor
          ? t('For money, people and keys we ask again after ten minutes. Nothing you typed is lost.')
          : t('Your session has ended. Nothing on the page is lost.')}
      </p>
      <SignIn start={asked?.onlyFactor ? { name: 'factor' } : { name: 'email' }} onDone={() => asked?.finish()} />
    </Dialog>
  )
}
