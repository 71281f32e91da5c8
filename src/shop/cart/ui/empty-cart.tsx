import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CART_EMPTY } from '../messages.ts'

/** In place of the cart's lines, on pages and, with `onFollow`, in the drawer. */
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
          {t('Find something')}
        </LinkButton>
      }
    />
  )
}
