import type { MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { AccountCard } from '#shop/accounts/ui/account-card.tsx'
import { AccountTabs } from '#shop/accounts/ui/account-tabs.tsx'
import { RegisterForm } from '#shop/accounts/ui/register-form.tsx'
import { useGoToCode } from '../go-to-code.ts'
import { pageMeta } from '../page-meta.ts'
import { WaitingPiece } from '../waiting-piece.tsx'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Register'),
    description: t('Register at {shop} with your name and e-mail. No password to remember.'),
  })

/** SPEC section 2: name and e-mail form. */
export default function RegisterPage() {
  return (
    <AccountCard
      title={t('Register')}
      line={t('No password. A name and a mailbox are all it takes.')}
      above={
        <>
          <WaitingPiece />
          <AccountTabs />
        </>
      }
    >
      <RegisterForm onSent={useGoToCode({ isNew: true })} />
    </AccountCard>
  )
}
