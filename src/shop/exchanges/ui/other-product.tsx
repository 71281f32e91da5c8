import { useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Notice } from '#ui/parts.tsx'
import { valueName } from '../../catalog/value-names.ts'
import { type Instead, quoteExchange } from '../client.ts'
import type { ExchangeQuote } from '../contract.ts'
import { differenceText } from '../messages.ts'

export const ProductPicker = lazyComponent(async () => (await import('./product-picker.tsx')).ProductPicker)

/** What another product costs, by the server; null while it's asked. */
type Quoted = Awaited<ReturnType<typeof quoteExchange>> | null

/** The server's price of an exchange for another product; asked again whenever the request changes. */
export function useQuote(request: Omit<ExchangeQuote, 'instead'> | null, instead: Instead | null): Quoted {
  const asked = request === null || instead === null ? null : JSON.stringify({ ...request, instead })
  const [known, setKnown] = useState<{ asked: string; quoted: Quoted } | null>(null)
  useEffect(() => {
    if (asked === null) return
    let isCurrent = true
    // Safe cast: what was written above.
    const body = JSON.parse(asked) as Parameters<typeof quoteExchange>[0]
    void quoteExchange(body).then((quoted) => {
      if (isCurrent) setKnown({ asked, quoted })
    })
    return () => {
      isCurrent = false
    }
  }, [asked])
  return known?.asked === asked ? known.quoted : null
}

type Props = {
  value: Instead | null
  quoted: Quoted
  /** Opens the picker, which has a form of its own and so stands outside of this one. */
  onOpen: () => void
  onRemove: () => void
}

/** Another product instead of the same one: which, and what it costs more or less. */
export function OtherProduct({ value, quoted, onOpen, onRemove }: Props) {
  return (
    <div className="grid justify-items-start gap-3">
      {value === null ? null : (
        <p>
          <span className="block text-sm">{t('We’ll send instead:')}</span>
          <span className="font-bold wrap-anywhere">
            {[value.name, valueName(value.color), valueName(value.size)].join(', ')}
          </span>
        </p>
      )}
      {value === null ? null : <Difference quoted={quoted} />}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button variant="outline" size="sm" onClick={onOpen}>
          {value === null ? t('Choose another product instead') : t('Choose another one')}
        </Button>
        {value === null ? null : (
          <Button variant="text" size="sm" className="px-0!" onClick={onRemove}>
            {t('Keep to the same product')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What it costs, before it's asked for. */
function Difference({ quoted }: Pick<Props, 'quoted'>) {
  if (quoted === null) return <p className="text-sm text-ink-2">{t('Working out the difference…')}</p>
  if (!quoted.ok)
    return (
      <Notice tone="bad" live>
        {quoted.message}
      </Notice>
    )
  const { difference, fee } = quoted
  return <Notice live>{difference === 0 ? t('It costs the same.') : differenceText(difference, false, fee)}</Notice>
}
