import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'

/** Shares the current page with the device's own menu. Without one, copies its URL and offers WhatsApp. */
export function sharePage(title: string): Promise<void> {
  return shareUrl(title, window.location.href, t('We couldn’t copy the link. Please copy it from the address bar.'))
}

/** The same for any URL. `failure`: what is said if it can't be copied. */
export async function shareUrl(title: string, url: string, failure: string): Promise<void> {
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    const chat = `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`
    const onPress = () => void window.open(chat, '_blank', 'noopener')
    showToast(t('Link copied.'), { tone: 'ok', action: { label: 'WhatsApp', onPress } })
  } catch (error) {
    // The shopper closed the menu.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast(failure, { tone: 'bad' })
  }
}
