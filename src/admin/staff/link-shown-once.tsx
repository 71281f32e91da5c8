import { t } from '#platform/text/t.ts'
import { ShownOnce } from '../parts/shown-once.tsx'

/** The link of an invitation, with a QR code for a phone. */
export function LinkShownOnce({ link, qr, onDone }: { link: string; qr: string; onDone: () => void }) {
  return (
    <ShownOnce
      lead={t('The first person to open this link joins. It works once, for 48 hours, and isn’t shown again.')}
      value={link}
      copyLabel={t('Copy link')}
      onDone={onDone}
    >
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={t('QR code of the link, for a phone’s camera')}
        className="size-48 justify-self-center rounded-sm bg-photo-paper p-2"
      />
    </ShownOnce>
  )
}
