import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { Newsletter } from '#shop/contact/newsletter-contract.ts'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { useCall } from '../parts/use-call.ts'

/** The last look before a newsletter goes to all: its subject, and to how many. */
export function SendDialog({ newsletter, onClose }: { newsletter: Newsletter; onClose: () => void }) {
  const { id, subject, subscribers, version } = newsletter
  const navigate = useNavigate()
  const { pending, error, send } = useCall()
  async function start(): Promise<void> {
    const sent = await send('POST /newsletters/{id}/send', { params: { id }, body: { version: version ?? '' } })
    if (sent !== null) void navigate(`/newsletter/${sent.id}`)
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Send to all subscribers?')}
      lines={[
        [t('Subject'), subject],
        [t('Confirmed subscribers'), subscribers.toLocaleString('en-IN')],
      ]}
      warning={t('It’s sent in batches of 50. You can stop it between batches, but not recall what was sent.')}
      confirmLabel={t('Send {count, plural, one {# e-mail} other {# e-mails}}', { count: subscribers })}
      pending={pending}
      isReady={subscribers > 0}
      error={subscribers === 0 ? t('There are no confirmed subscribers.') : error}
      onConfirm={() => void start()}
    />
  )
}
