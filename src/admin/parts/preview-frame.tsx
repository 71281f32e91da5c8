import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { t } from '#platform/text/t.ts'

type Props = {
  /** The page with the draft; null until it's known. */
  url: string | null
  /** Grows with each change of the draft, which loads the page anew. */
  turn: number
}

const CHOICE =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-sm border border-line-strong px-3 text-sm aria-pressed:border-ink aria-pressed:bg-sunk aria-pressed:font-bold'

/** The real page of the shop with what is being changed, as wide as a phone or as there is room. */
export function PreviewFrame({ url, turn }: Props) {
  const [isPhone, setPhone] = useState(true)
  return (
    <section aria-label={t('Preview')} className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap gap-2">
        <button type="button" aria-pressed={isPhone} className={CHOICE} onClick={() => setPhone(true)}>
          <Smartphone size={18} aria-hidden="true" />
          {t('Mobile')}
        </button>
        <button type="button" aria-pressed={!isPhone} className={CHOICE} onClick={() => setPhone(false)}>
          <Monitor size={18} aria-hidden="true" />
          {t('Desktop')}
        </button>
      </div>
      {url === null ? (
        <p className="text-sm text-ink-2">{t('The preview opens with your first change.')}</p>
      ) : (
        // A page wider than its place is moved sideways inside it.
        <div className="h-[40rem] max-w-full overflow-auto rounded-md border border-line bg-sunk">
          <iframe
            key={turn}
            src={url}
            title={t('The page with your changes')}
            className={`block h-full border-0 ${isPhone ? 'mx-auto w-[24.375rem] max-w-full' : 'w-[80rem]'}`}
          />
        </div>
      )}
      <p className="text-xs text-ink-3">{t('Only you see this until it’s saved.')}</p>
    </section>
  )
}
