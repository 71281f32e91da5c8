import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { text: string; label: string; variant?: 'outline' | 'text'; size?: 'sm'; className?: string }

/** Copies a text that is on the screen too: a browser may refuse, as it does without https. */
export function CopyButton({ text, label, variant = 'outline', size, className }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      showToast(t('The browser doesn’t allow copying here. Please select the text and copy it yourself.'), {
        tone: 'bad',
      })
    }
  }
  return (
    <Button variant={variant} size={size} className={className} onClick={() => void copy()}>
      {isCopied ? t('Copied') : label}
    </Button>
  )
}
