import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useScrollToHash } from '../parts/use-scroll-to-hash.ts'
import { When } from '../parts/when.tsx'
import { may } from '../session.ts'
import { MailForm, PaymentsForm } from './connection-forms.tsx'
import { EnvLines } from './env-lines.tsx'

export const loader = () => load('GET /connections')

/** `/admin/settings/connections`: payments and mail, entered and tried, and private preview links. */
export function Component() {
  const { publicUrl, isHttps, mail, payments, onScreen, startedAt } = useLoaderData<typeof loader>()
  useScrollToHash()
  const hasKeys = payments === 'live' || payments === 'test'
  return (
    <RecordPage title={t('Payment provider and e-mail')} back={{ to: '/settings', label: t('All settings') }}>
      <p className="max-w-160 text-ink-2">
        {t(
          'Keys and passwords are never shown again, and aren’t in backups. Whoever runs your server can also set them in its .env file, which comes first.',
        )}
      </p>
      <Section id="payments" title={t('Payments')}>
        <p>
          {payments === 'live'
            ? t('Live: customers pay real money.')
            : payments === 'test'
              ? t('Test keys: no money moves.')
              : payments === 'sandbox'
                ? t('Not connected: customers make test payments, and no money moves.')
                : t('Not connected: the shop can’t open without payment keys.')}
        </p>
        {onScreen.payments && may('POST /connections/payments') ? (
          <PaymentsForm isSet={hasKeys} startedAt={startedAt} />
        ) : payments === 'live' ? null : (
          <EnvLines names={['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']} />
        )}
        {hasKeys && may('POST /connections/payments/check') ? (
          <Check call="POST /connections/payments/check" label={t('Test the keys')} />
        ) : null}
      </Section>
      <Section id="mail" title={t('E-mail')}>
        <p>{mail === 'sent' ? t('Connected to your mail server.') : t('Not connected: e-mails aren’t sent.')}</p>
        {onScreen.mail && may('POST /connections/mail') ? (
          <MailForm isSet={mail === 'sent'} startedAt={startedAt} />
        ) : mail === 'sent' ? null : (
          <EnvLines names={['SMTP_URL', 'MAIL_FROM']} />
        )}
        <Check call="POST /connections/mail/check" label={t('Send a test e-mail')} />
      </Section>
      <Section title={t('Address')}>
        <p className="wrap-anywhere">{publicUrl}</p>
        {isHttps ? null : (
          <>
            <p className="pt-2 text-sm text-ink-2">
              {t('Shoppers need an https address. A proxy such as Caddy provides the certificate. Then:')}
            </p>
            <EnvLines names={['PUBLIC_URL']} />
          </>
        )}
      </Section>
      <PreviewLinks />
    </RecordPage>
  )
}

function Check({
  call,
  label,
}: {
  call: 'POST /connections/payments/check' | 'POST /connections/mail/check'
  label: string
}) {
  const { pending, error, send } = useCall()
  const [found, setFound] = useState<{ isFine: boolean; message: string } | null>(null)
  return (
    <div className="grid gap-3 pt-4">
      <div>
        <Button size="sm" variant="outline" pending={pending} onClick={async () => setFound(await send(call, {}))}>
          {pending ? t('Trying…') : label}
        </Button>
      </div>
      <div role="status">
        {found === null ? null : <Notice tone={found.isFine ? 'ok' : 'warn'}>{found.message}</Notice>}
        {error === null ? null : <Notice tone="bad">{error}</Notice>}
      </div>
    </div>
  )
}

function PreviewLinks() {
  const { pending, error, send } = useCall()
  const [link, setLink] = useState<{ url: string; until: string } | null>(null)
  const [hasEnded, setEnded] = useState(false)
  return (
    <Section id="preview" title={t('Preview links')}>
      <p className="text-ink-2">
        {t(
          'While the shop is closed, visitors see “Opening soon”. Anyone with a preview link sees the whole shop for seven days.',
        )}
      </p>
      <div className="flex flex-wrap gap-3 pt-3">
        <Button
          size="sm"
          variant="outline"
          pending={pending}
          onClick={async () => {
            setEnded(false)
            setLink(await send('POST /preview-links', { body: { days: 7 } }))
          }}
        >
          {t('Create link')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          pending={pending}
          onClick={async () => {
            setLink(null)
            setEnded((await send('DELETE /preview-links', {})) !== null)
          }}
        >
          {t('Revoke all links')}
        </Button>
      </div>
      <div role="status" className="pt-3">
        {link === null ? null : (
          <p className="wrap-anywhere">
            <a href={link.url} target="_blank" rel="noreferrer">
              {link.url}
            </a>{' '}
            <span className="block text-sm text-ink-2">
              {t('Until')} <When at={link.until} />
            </span>
          </p>
        )}
        {hasEnded ? <p>{t('All preview links revoked.')}</p> : null}
        {error === null ? null : <Notice tone="bad">{error}</Notice>}
      </div>
    </Section>
  )
}
