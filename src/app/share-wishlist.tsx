import { useEffect, useState } from 'react'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { shareUrl } from '#shop/related/share.ts'
import { findWishlistLink, makeWishlistLink, stopSharingWishlist } from '#shop/wishlist/link.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { usePublicOrigin } from './public-origin.ts'

/** The link that shows this wishlist to others: made, shared again, and stopped. Nothing until it's known whether there is one. */
export function ShareWishlist() {
  const [link, setLink] = useState<{ token: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const origin = usePublicOrigin()
  useEffect(() => whenResolved(findWishlistLink(), (token) => setLink({ token })), [])
  if (link === null) return null
  const { token } = link
  const urlOf = (one: string) => `${origin}${localPath(`/wishlist/${one}`)}`

  async function share(): Promise<void> {
    setBusy(true)
    const made = token ?? (await makeWishlistLink())
    setBusy(false)
    setLink({ token: made })
    if (made === null) showToast(t('We couldn’t make a link. Please try again.'), { tone: 'bad' })
    else await shareUrl(t('A wishlist'), urlOf(made), t('We couldn’t copy the link. Please copy it from this page.'))
  }

  async function stop(): Promise<void> {
    setStopping(false)
    const isStopped = await stopSharingWishlist()
    if (isStopped) setLink({ token: null })
    if (isStopped) showToast(t('Your wishlist is no longer shared.'), { tone: 'ok' })
    else showToast(t('We couldn’t stop it. Please try again.'), { tone: 'bad' })
  }

  return (
    <div className="mb-4 grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" size="sm" pending={isBusy} onClick={() => void share()}>
          {t('Share wishlist')}
        </Button>
        {token === null ? null : (
          <Button variant="text" size="sm" className="px-0!" onClick={() => setStopping(true)}>
            {t('Stop sharing')}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-2 wrap-anywhere">
        {token === null ? t('Whoever has the link sees the list, but not who you are.') : urlOf(token)}
      </p>
      <ConfirmDialog
        open={isStopping}
        title={t('Stop sharing?')}
        confirmLabel={t('Stop sharing')}
        cancelLabel={t('Keep it')}
        onConfirm={() => void stop()}
        onCancel={() => setStopping(false)}
      >
        <p>{t('The link stops working for everybody who has it. A new one will be another link.')}</p>
      </ConfirmDialog>
    </div>
  )
}
