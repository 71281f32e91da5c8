import { Printer } from 'lucide-react'
import { useState } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'
import { t } from '#platform/text/t.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { fileUrl } from '../api.ts'

const PAPER = 'slipPaper'

/** Prints the packing slips of these items in one print, on the paper that was used last. */
export function SlipsLink({ ids }: { ids: readonly string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [paper, setPaper] = useState(deviceStorage.readText(PAPER) === '4x6' ? '4x6' : 'a4')
  const choose = (size: string) => {
    deviceStorage.writeText(PAPER, size)
    setPaper(size)
  }
  return (
    <>
      <Button variant="outline" className="px-4" onClick={() => setIsOpen(true)}>
        <Printer size={20} aria-hidden="true" />
        {ids.length === 1 ? t('Slip') : t('Slips')}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t('Packing slips')}>
        <div className="grid gap-4">
          <p className="text-ink-2">
            {t(
              '{count, plural, one {One slip} other {# slips, one to a page}}. Without prices, and with a barcode that opens the order here.',
              {
                count: ids.length,
              },
            )}
          </p>
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="text-sm font-bold">{t('Paper')}</legend>
            {[
              ['a4', t('A4')],
              ['4x6', t('4 × 6 inch label')],
            ].map(([size = '', name]) => (
              <label key={size} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="paper"
                  checked={paper === size}
                  onChange={() => choose(size)}
                  className="size-5 accent-ink"
                />
                {name}
              </label>
            ))}
          </fieldset>
          <a
            href={fileUrl(`/packing-slips.pdf?orders=${ids.join(',')}&size=${paper}`)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline' })}
            onClick={() => setIsOpen(false)}
          >
            {t('Print')}
          </a>
        </div>
      </Dialog>
    </>
  )
}
