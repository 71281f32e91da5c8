import { data } from 'react-router'
import type { Api } from '#platform/api/client.ts'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import type { ShopContract } from '#shop/contract.ts'
import { Markdown } from '#ui/markdown.tsx'
import { PageHead } from '#ui/parts.tsx'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/policies'

const PAGES = {
  terms: {
    title: t('Terms of Sale'),
    description: t('Terms for every order at {shop}: seller, prices, payment, complaints.'),
  },
  shipping: {
    title: t('Shipping Policy'),
    description: t('What delivery costs at {shop}, where we deliver, and how to track an order.'),
  },
  exchanges: {
    title: t('Exchange Policy'),
    description: t('How to exchange something you bought at {shop}, and by when.'),
  },
}
type Policy = keyof typeof PAGES

export const meta: Route.MetaFunction = ({ matches, params: { policy } }) =>
  isPolicy(policy) ? pageMeta(matches, PAGES[policy]) : []

export function loader({ context, params }: Route.LoaderArgs) {
  return loadPolicy(context.get(apiContext), params.policy)
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return loadPolicy(api, params.policy)
}

export default function PolicyPage({ loaderData: { policy, title, html } }: Route.ComponentProps) {
  return (
    <div className="page max-w-180 pb-8">
      <PageHead title={title || PAGES[policy].title} />
      <Markdown html={html} />
    </div>
  )
}

/** The text of a policy. Other names are 404, and a text that can't be loaded is 503. */
async function loadPolicy(call: Api<ShopContract>, policy: string) {
  if (!isPolicy(policy)) throw data(null, { status: 404 })
  const found = await call('GET /user/pageText/{page}', { params: { page: policy } })
  if (!found.ok) throw data(null, { status: 503 })
  return { policy, title: found.data.title, html: found.data.html }
}

function isPolicy(name: string): name is Policy {
  return Object.hasOwn(PAGES, name)
}
