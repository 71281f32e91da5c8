import { useEffect } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { t } from '#platform/text/t.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/parts.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { CallError } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Title } from '../parts/title.tsx'

/** In place of a screen that could not be shown. */
export function ErrorScreen() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  if (error instanceof CallError && (error.status === 404 || error.status === 403))
    return error.status === 404 ? <NotFound /> : <NotAllowed message={error.message} />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (!navigator.onLine) return <Offline />
  const message =
    error instanceof CallError
      ? readFailureText(error)
      : t('This screen could not be shown. Nothing was changed. Please try again.')
  return (
    <div className="page max-w-160">
      <PageHead title={t('Something went wrong')} />
      <RetryNotice message={message} pending={state === 'loading'} onRetry={revalidate} />
    </div>
  )
}

/** Without a connection: that it's no fault of the shop, and the screen by itself once the connection is back. */
function Offline() {
  useEffect(() => {
    // A screen whose code never came isn't asked for again by the router.
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <div className="page max-w-160">
      <PageHead title={t('You’re offline')} />
      <Notice>{t('Nothing was changed. This screen opens by itself when the connection is back.')}</Notice>
    </div>
  )
}

export function NotFound() {
  return (
    <>
      <Title>{t('Not found')}</Title>
      <EmptyState
        isScreen
        title={t('Page not found')}
        line={t('The link may be old, or the record was deleted.')}
        action={
          <LinkButton variant="primary" to="/">
            {t('Back to Today')}
          </LinkButton>
        }
      />
    </>
  )
}

function NotAllowed({ message }: { message: string }) {
  return (
    <>
      <Title>{t('No access')}</Title>
      <EmptyState
        isScreen
        title={message}
        line={t('Your role doesn’t include this page. An owner can change your role.')}
      />
    </>
  )
}
