import { data, type MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Page not found'), description: t('There’s no page at this address.'), index: false })

/** All other paths: status 404 and the error view (CONTRACT, Pages). */
const throwNotFound = (): never => {
  throw data(null, { status: 404, statusText: t('Not Found') })
}
export const loader = throwNotFound
/** The same for in-page navigation, without a request. */
export const clientLoader = throwNotFound

export default function NotFoundPage() {
  return null
}
