import { isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ShownSettings } from '#shop/settings/client.ts'
import { ShopMark } from '#ui/brand.tsx'
import { Button, LinkButton } from '#ui/button.tsx'

type Description = { heading?: string; code: string; text: string; retry: boolean }

/** The router's error view (SPEC section 2): the heading, a description, and a link home. */
export function ErrorView({ error }: { error: unknown }) {
  const { heading = t('Unexpected Application Error!'), code, text, retry } = describe(error)
  // Without the root's data, the shop is unknown.
  const mark = useRouteLoaderData<{ settings: ShownSettings }>('root')?.settings.brand.mark ?? ''
  return (
    <div className="page py-16 md:py-24">
      <div className="grid max-w-180 gap-6">
        <ShopMark mark={mark} className="h-16 justify-self-start" />
        <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance wrap-anywhere">{heading}</h1>
        <p className="text-lg font-bold">{code}</p>
        <p className="text-ink-2">{text}</p>
        <div className="grid gap-3 sm:flex">
          <LinkButton to="/" variant="primary">
            {t('Go to Home')}
          </LinkButton>
          {retry ? (
            <Button variant="outline" onClick={() => window.location.reload()}>
              {t('Try again')}
            </Button>
          ) : (
            <LinkButton to="/categories" variant="outline">
              {t('See all products')}
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}

function describe(error: unknown): Description {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        code: t('404 Not Found'),
        text: t('There’s no page at this address. It may have moved or sold out.'),
        retry: false,
      }
    }
    if (error.status === 410)
      return {
        heading: t('No longer sold'),
        code: t('The shop no longer sells this product.'),
        text: t('Your past orders still show it.'),
        retry: false,
      }
    return {
      code: `${error.status} ${error.statusText}`.trim(),
      text: t('We couldn’t show this page. Your cart is safe.'),
      retry: true,
    }
  }
  return {
    code: t('Something went wrong on this page'),
    text: t('Your cart is safe. Try again, or start from the home page.'),
    retry: true,
  }
}
