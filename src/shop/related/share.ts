import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'

/** Shares the current page with the device's own menu. Without one, copies its URL and offers WhatsApp. */
export async function sharePage(title: string): Promise<void> {
  const { href: url } = window.location
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    const chat = `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`
    const onPress = () => void window.open(chat, '_blank', 'noopener')
    showToast(t('Link copied.'), { tone: 'ok', action: { label: 'WhatsApp', onPress } })
  } catch (error) {
    // The shopper closed the menu.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast(t('We couldn’t copy the link. Please copy it from the address bar.'), { tone: 'bad' })
  }
}
