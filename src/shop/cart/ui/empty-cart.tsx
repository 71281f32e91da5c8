import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CART_EMPTY } from '../messages.ts'

/** Shown instead of the lines of an empty cart: on pages, and smaller in the drawer, which `onFollow` closes. */
export function EmptyCart({ onFollow }: { onFollow?: () => void }) {
  return (
    <EmptyState
      {...(onFollow ? { className: 'px-0' } : {})}
      title={CART_EMPTY}
      line={t('Plenty of room here.')}
      action={
        <LinkButton
          to="/categories"
          {...(onFollow ? { variant: 'outline', size: 'sm', onClick: onFollow } : { variant: 'primary' })}
        >
          {t('Start shopping')}
        </LinkButton>
      }
    />
  )
}
