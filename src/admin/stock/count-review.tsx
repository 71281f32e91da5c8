import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { ActionBar } from '../parts/action-bar.tsx'
import { PieceText } from '../parts/piece.tsx'
import { Section } from '../parts/record-page.tsx'
import { Thumb } from '../parts/thumb.tsx'
import {
  beginSku,
  type CountedSku,
  differenceOf,
  differencesOf,
  EMPTY_COUNT,
  type Shelf,
  type StockCount,
  shelvesOf,
} from './count.ts'
import { type TakenOver, useTakeOver } from './use-take-over.ts'

/** What lies at the counted places by the shop's own figures, and when that was read. */
export interface ByPlace {
  at: string
  places: Readonly<Record<string, readonly StockItem[]>>
}

interface Props {
  count: StockCount
  byPlace: ByPlace
  onDone: (done: readonly TakenOver[]) => void
}

/** The differences by shelf, before any stock changes. */
export function CountReview({ count, byPlace, onDone }: Props) {
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const { progress, failures, takeOver } = useTakeOver(onDone)
  const shelves = shelvesOf(count)
  const differences = shelves.flatMap((shelf) => [
    ...differencesOf(shelf),
    ...(shelf.place !== null && whole.has(shelf.place) ? missingAt(shelf, byPlace) : []),
  ])
  return (
    <>
      <p className="max-w-160 text-pretty text-ink-2">
        {t('Each SKU is compared with what was on hand when you started counting it, so sales since then are kept.')}
      </p>
      {shelves.map((shelf) => (
        <ShelfDifferences
          key={shelf.place ?? ''}
          shelf={shelf}
          missing={missingAt(shelf, byPlace)}
          failures={failures}
          isWhole={shelf.place !== null && whole.has(shelf.place)}
          onWhole={(isWhole) =>
            setWhole((before) => {
              const next = new Set(before)
              if (isWhole) next.add(shelf.place ?? '')
              else next.delete(shelf.place ?? '')
              return next
            })
          }
        />
      ))}
      {Object.keys(failures).length === 0 ? null : (
        <Notice tone="bad" live>
          {t('{count, plural, one {# SKU wasn’t} other {# SKUs weren’t}} applied. The reason is beside each.', {
            count: Object.keys(failures).length,
          })}
        </Notice>
      )}
      <ActionBar>
        <LinkButton to="?" variant="outline" size="sm">
          {t('Continue counting')}
        </LinkButton>
        <Button
          variant="primary"
          className="min-w-0 flex-1"
          pending={progress !== null}
          onClick={() => (differences.length === 0 ? onDone([]) : void takeOver(differences))}
        >
          {progress === null
            ? buttonText(differences.length)
            : t('{done} of {all} applied', { done: progress.done, all: progress.all })}
        </Button>
      </ActionBar>
    </>
  )
}

function buttonText(differences: number): string {
  return differences === 0
    ? t('Everything matches. Finish the count')
    : t('{count, plural, one {Apply # difference} other {Apply # differences}}', { count: differences })
}

/** What should lie at a counted place and wasn't scanned. */
function missingAt({ place }: Shelf, { at, places }: ByPlace): CountedSku[] {
  const stocked = place === null ? [] : (places[place] ?? []).filter(({ onHand }) => onHand > 0)
  return stocked.flatMap((stock) => beginSku(EMPTY_COUNT, stock, at, 0).skus)
}

interface ShelfProps {
  shelf: Shelf
  missing: readonly CountedSku[]
  failures: Readonly<Record<string, string>>
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}

function ShelfDifferences({ shelf, missing, failures, isWhole, onWhole }: ShelfProps) {
  const differing = differencesOf(shelf)
  const agreeing = shelf.skus.length - differing.length
  const shown = isWhole ? [...differing, ...missing] : differing
  return (
    <Section title={shelf.place ?? t('No shelf')}>
      <div className="grid gap-3">
        {shown.length === 0 ? null : (
          <ul className="grid gap-2">
            {shown.map((one) => (
              <li key={one.sku} className="flex items-center gap-3 border-b border-line pb-2 last:border-0 last:pb-0">
                <Thumb picture={one.picture} width={56} />
                <span className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
                  <PieceText piece={one} />
                  {failures[one.sku] === undefined ? null : (
                    <span className="text-sm font-bold text-bad">{failures[one.sku]}</span>
                  )}
                </span>
                <span className="shrink-0 text-right text-sm tabular-nums">
                  <Tag tone={differenceOf(one) < 0 ? 'bad' : 'warn'}>{signed(differenceOf(one))}</Tag>
                  <span className="block pt-1 font-bold">{t('counted {count}', { count: one.counted })}</span>
                  <span className="block text-ink-2">{t('on hand {count}', { count: one.onHand })}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {agreeing === 0 ? null : (
          <p className="text-sm text-ink-2">
            {t('{count, plural, one {# SKU matches.} other {# SKUs match.}}', { count: agreeing })}
          </p>
        )}
        {missing.length === 0 ? null : (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={isWhole}
              onChange={(event) => onWhole(event.currentTarget.checked)}
              className="size-5 shrink-0 accent-ink"
            />
            <span className="text-sm">
              {t(
                'I counted the whole shelf: {count, plural, one {# SKU not scanned is} other {# SKUs not scanned are}} gone.',
                { count: missing.length },
              )}
            </span>
          </label>
        )}
      </div>
    </Section>
  )
}

const signed = (count: number) => (count > 0 ? `+${count}` : `−${-count}`)
