import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { forgetStale, sendTicks, useSending } from './run-store.ts'

/** How many ticks wait for the connection, and what the shop said about ticks that came too late. */
export function WaitingNotice() {
  const { waiting, trouble, stale } = useSending()
  return (
    <>
      <div role="status" className="empty:-mt-4">
        {trouble === 'unreachable' ? (
          <Notice tone="warn">
            {waiting > 0
              ? t(
                  'You’re offline. {count, plural, one {# tick is} other {# ticks are}} saved on this device and sent later. Keep packing; shipping needs a connection.',
                  { count: waiting },
                )
              : t('You’re offline. Keep packing; shipping needs a connection.')}
          </Notice>
        ) : trouble === 'signed-out' && waiting > 0 ? (
          <Notice tone="warn">
            {t('You’re signed out. {count, plural, one {# tick is} other {# ticks are}} saved on this device.', {
              count: waiting,
            })}
            <Button size="sm" variant="outline" className="justify-self-start" onClick={() => void sendTicks()}>
              {t('Sign in and send')}
            </Button>
          </Notice>
        ) : null}
      </div>
      {stale.length > 0 ? (
        <Notice tone="bad" live>
          {stale.map((message) => (
            <p key={message}>{message}</p>
          ))}
          <Button size="sm" variant="outline" className="justify-self-start" onClick={forgetStale}>
            {t('Dismiss')}
          </Button>
        </Notice>
      ) : null}
    </>
  )
}
