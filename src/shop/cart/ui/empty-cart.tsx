import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CART_EMPTY } from '../messages.ts'

/** In place of the cart's lines; apart from them, because checkout has no lines to change. */
export function EmptyCart() {
  return (
    <EmptyState
      title={CART_EMPTY}
      line={t('Plenty of room here.')}
      action={
        <LinkButton to="/categories" variant="signal">
          {t('Find something')}
        </LinkButton>
      }
    />
  )
}
