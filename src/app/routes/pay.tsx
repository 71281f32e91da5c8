import { data, type MetaArgs, useRevalidator } from 'react-router'
import type { Api } from '#platform/api/client.ts'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import type { ShopContract } from '#shop/contract.ts'
import { Notice, PageHead } from '#ui/parts.tsx'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import { PayLinkPage } from '../pay-link-page.tsx'
import type { Route } from './+types/pay'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Your order'), description: t('Your order at {shop}.'), index: false })

export function loader({ context, params }: Route.LoaderArgs) {
  return loadLink(context.get(apiContext), params.token)
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return loadLink(api, params.token)
}

/** The order at a link. An unknown one is 404, and one that has ended is 410 with whom to ask. */
async function loadLink(call: Api<ShopContract>, token: string) {
  const found = await call('GET /user/pay/{token}', { params: { token } })
  if (found.ok) return data({ token, page: found.data, over: '' })
  if (found.status !== 410) throw data(null, { status: found.status === 404 ? 404 : 503 })
  return data({ token, page: null, over: found.message }, { status: 410 })
}

export default function PayPage({ loaderData: { token, page, over } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div data-toasts-on-top className="page pb-16">
      <PageHead title={page?.isExchange ? t('Your exchange') : t('Your order')} />
      {page === null ? (
        <Notice tone="warn">
          <p className="font-bold">{over}</p>
        </Notice>
      ) : (
        <PayLinkPage token={token} page={page} onPaid={() => void revalidate()} />
      )}
    </div>
  )
}
