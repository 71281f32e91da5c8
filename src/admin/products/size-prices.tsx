import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Checkbox } from '#ui/field.tsx'
import type { ProductVariant } from './fields.ts'
import { type GridDraft, PRICE_FIELDS, type PriceField, priceKey } from './grid.ts'

type Props = {
  variants: readonly ProductVariant[]
  sizes: readonly string[]
  draft: GridDraft
  invalid: readonly string[]
  onChange: (draft: GridDraft) => void
}

/** Price and MRP of each size, if they differ from the product's. What is typed is for all colours. */
export function SizePrices({ variants, sizes, draft, invalid, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const typed = draft.prices ?? {}
  const storedOf = (field: PriceField, size: string) => [
    ...new Set(variants.flatMap((one) => (one.size === size ? (one[field] ?? '') : []))),
  ]
  const textOf = (field: PriceField, size: string) => {
    const stored = storedOf(field, size)
    return typed[priceKey(field, size)] ?? (stored.length === 1 ? String(stored[0]) : '')
  }
  const hasOwn = sizes.some((size) =>
    PRICE_FIELDS.some((field) => textOf(field, size) !== '' || (storedOf(field, size).length > 1 && !isCleared(size))),
  )
  function isCleared(size: string): boolean {
    return typed[priceKey('price', size)] === ''
  }
  function toggle(isOn: boolean): void {
    setOpen(isOn)
    if (isOn) return
    const none = sizes.flatMap((size) => PRICE_FIELDS.map((field) => [priceKey(field, size), '']))
    onChange({ ...draft, prices: Object.fromEntries(none) })
  }
  const isOn = isOpen || hasOwn
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t('Prices differ by size')}
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {isOn ? (
        <>
          <p className="text-sm text-ink-2">
            {t('Empty: the product’s price. A sale or price change moves all sizes by the same amount.')}
          </p>
          <table className="w-max max-w-full text-sm">
            <caption className="sr-only">{t('Price and MRP by size')}</caption>
            <thead>
              <tr className="text-ink-2">
                <th scope="col" className="pr-3 text-left font-bold">
                  {t('Size')}
                </th>
                <th scope="col" className="px-1 text-right font-bold">
                  {t('Price')}
                </th>
                <th scope="col" className="px-1 text-right font-bold">
                  {t('MRP')}
                </th>
              </tr>
            </thead>
            <tbody>
              {sizes.map((size) => (
                <tr key={size}>
                  <th scope="row" className="max-w-28 pr-3 text-left font-bold wrap-anywhere">
                    {size}
                  </th>
                  {PRICE_FIELDS.map((field) => {
                    const key = priceKey(field, size)
                    const stored = storedOf(field, size)
                    return (
                      <td key={field} className="p-1">
                        <input
                          aria-label={field === 'price' ? t('Price, {size}', { size }) : t('MRP, {size}', { size })}
                          inputMode="decimal"
                          autoComplete="off"
                          value={textOf(field, size)}
                          placeholder={stored.length > 1 ? t('by colour') : '–'}
                          aria-invalid={invalid.includes(key) || undefined}
                          onChange={(event) =>
                            onChange({ ...draft, prices: { ...typed, [key]: event.currentTarget.value } })
                          }
                          className={`h-11 w-24 rounded-xs border px-2 text-right tabular-nums aria-invalid:border-2 aria-invalid:border-bad ${typed[key] === undefined ? 'border-line-strong bg-card' : 'border-ink bg-violet-soft'}`}
                        />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          {sizes.some((size) => PRICE_FIELDS.some((field) => invalid.includes(priceKey(field, size)))) ? (
            <p className="font-bold text-bad">{t('Please write prices in rupees, such as 899 or 849.50.')}</p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
