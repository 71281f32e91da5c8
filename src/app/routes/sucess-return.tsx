import type { MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
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

const NEXT = [
  t('Keep the tags on the old one and leave the bag open. We check it at the door.'),
  t('We deliver the new one within a week and pick up the old one at the same time.'),
  t('Until then, you can follow it in My Orders.'),
]

/** Confirms an exchange request (SPEC 2) and explains the next steps. */
export default function SucessReturnPage() {
  return (
    <div className="page grid justify-items-center gap-6 py-16 md:py-24">
      <ShopMark mark={useSettings().brand.mark} className="h-14" />
      <div className="grid gap-2 text-center">
        <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance">{t('Return complete')}</h1>
        <p className="text-balance text-ink-2">
          {t('We’ve received your exchange request and will get the new item ready.')}
        </p>
      </div>
      <ol className="grid max-w-130 gap-4">
        {NEXT.map((text, index) => (
          <li key={text} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-xs bg-signal font-wide text-sm font-extrabold text-on-signal"
            >
              {index + 1}
            </span>
            <span className="text-pretty">{text}</span>
          </li>
        ))}
      </ol>
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
