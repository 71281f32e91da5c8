import type { MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ExchangeSteps } from '#shop/catalog/ui/exchange-steps.tsx'
import { useSettings } from '#shop/settings/client.ts'
import { ShopMark } from '#ui/brand.tsx'
import { LinkButton } from '#ui/button.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Return complete'),
    description: t('{shop} has received your exchange request.'),
    index: false,
  })

/** Confirms an exchange request (SPEC 2) and explains the next steps. */
export default function SucessReturnPage() {
  return (
    <div className="page grid justify-items-center gap-6 py-16 md:py-24">
      <ShopMark mark={useSettings().brand.mark} className="h-14" />
      <div className="grid gap-2 text-center">
        <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance">{t('Return complete')}</h1>
        <p className="font-wide text-2xl font-extrabold tracking-display text-balance">
          {t('We’ve received your exchange request.')}
        </p>
        <p className="text-balance text-ink-2">{t('We’ll check it and get the new item ready.')}</p>
      </div>
      <ExchangeSteps />
      <div className="grid gap-3 max-sm:w-full sm:flex">
        <LinkButton to="/" variant="primary">
          {t('Back to home')}
        </LinkButton>
        <LinkButton to="/my-orders" variant="outline">
          {t('My Orders')}
        </LinkButton>
      </div>
    </div>
  )
}
