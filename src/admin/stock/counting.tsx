import { Minus, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/parts.tsx'
import { ActionBar } from '../parts/action-bar.tsx'
import { PieceText } from '../parts/piece.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { Section } from '../parts/record-page.tsx'
import { ScanField } from '../parts/scan-field.tsx'
import { ScanResultPanel } from '../parts/scan-result-panel.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { type CountedSku, type StockCount, setCounted, shelvesOf, withoutSkus } from './count.ts'
import { keepCount } from './count-store.ts'
import { useCountScan } from './use-count-scan.ts'

const MOST = 1_000_000

/** The count itself: a scan for each piece, by shelf. What the shop expects isn't shown until the count is looked at. */
export function Counting({ count }: { count: StockCount }) {
  const { result, scan } = useCountScan()
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
      <ScanField label={t('Scan each piece')} onScan={scan} />
      <ScanResultPanel result={result} />
      {count.skus.length === 0 ? (
        <Card>
          <p className="text-pretty">
            {t(
              'Scan the pieces on a shelf one by one, or scan one of a kind and type how many there are. Nothing changes until you’ve reviewed the differences.',
            )}
          </p>
          <p className="pt-2 text-sm text-pretty text-ink-2">
            {t('Include pieces reserved for unpaid orders, but not those of paid orders that are still here.')}
          </p>
        </Card>
      ) : (
        <>
          {shelvesOf(count).map(({ place, skus }) => (
            <Section key={place ?? ''} title={place ?? t('No shelf')}>
              <ul className="grid gap-3">
                {skus.map((one) => (
                  <li key={one.sku} className="border-b border-line pb-3 last:border-0 last:pb-0">
                    <CountedRow count={count} one={one} />
                  </li>
                ))}
              </ul>
            </Section>
          ))}
          <ActionBar>
            <Button variant="outline" size="sm" onClick={() => setIsLeaving(true)}>
              {t('Discard count')}
            </Button>
            <LinkButton to="?step=review" variant="primary" className="min-w-0 flex-1">
              {t('Review differences')}
            </LinkButton>
          </ActionBar>
        </>
      )}
      <PreviewDialog
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={t('Discard this count?')}
        effects={[
          t('{count, plural, one {# SKU was counted.} other {# SKUs were counted.}}', { count: count.skus.length }),
          t('The stock stays as it is.'),
        ]}
        confirmLabel={t('Discard count')}
        pending={false}
        error={null}
        onConfirm={() => {
          setIsLeaving(false)
          keepCount(null)
        }}
      />
    </>
  )
}

function CountedRow({ count, one }: { count: StockCount; one: CountedSku }) {
  const about = `${one.name}, ${one.color}, ${one.size}`
  const set = (counted: number) => keepCount(setCounted(count, one.sku, counted))
  return (
    <div className="flex items-start gap-3">
      <Thumb picture={one.picture} width={56} />
      <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        <PieceText piece={one} />
        <div className="flex flex-wrap items-center gap-1 pt-1">
          <IconButton
            label={t('One fewer: {piece}', { piece: about })}
            disabled={one.counted === 0}
            className="border border-line-strong disabled:opacity-40"
            onClick={() => set(one.counted - 1)}
          >
            <Minus size={20} aria-hidden="true" />
          </IconButton>
          <input
            aria-label={t('Counted: {piece}', { piece: about })}
            inputMode="numeric"
            autoComplete="off"
            value={one.counted}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '')
              set(Math.min(Number(digits), MOST))
            }}
            onFocus={(event) => event.target.select()}
            className="h-11 w-18 rounded-sm border border-line-strong bg-card px-1 text-center text-base font-bold text-ink tabular-nums"
          />
          <IconButton
            label={t('One more: {piece}', { piece: about })}
            className="border border-line-strong"
            onClick={() => set(one.counted + 1)}
          >
            <Plus size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <IconButton
        label={t('Leave out: {piece}', { piece: about })}
        onClick={() => keepCount(withoutSkus(count, new Set([one.sku])))}
      >
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
