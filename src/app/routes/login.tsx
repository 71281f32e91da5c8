import type { MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { AccountCard } from '#shop/accounts/ui/account-card.tsx'
import { AccountTabs } from '#shop/accounts/ui/account-tabs.tsx'
import { LoginForm } from '#shop/accounts/ui/login-form.tsx'
import { useGoToCode } from '../go-to-code.ts'
import { pageMeta } from '../page-meta.ts'
import { WaitingPiece } from '../waiting-piece.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Log in'),
    description: t('Log in to {shop} with a one-time code sent to your e-mail.'),
  })

/** SPEC section 4: e-mail, then a code is sent. */
export default function LoginPage() {
  return (
    <AccountCard
      title={t('Log in')}
      line={t('No password. We send a code to your mailbox, you type it here.')}
      above={
        <>
          <WaitingPiece />
          <AccountTabs />
        </>
      }
    >
      <LoginForm onSent={useGoToCode()} />
    </AccountCard>
  )
}
