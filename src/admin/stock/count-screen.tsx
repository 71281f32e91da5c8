import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { RecordPage } from '../parts/record-page.tsx'
import { undoAll } from '../parts/use-undo.ts'
import { EMPTY_COUNT } from './count.ts'
import { type ByPlace, CountReview } from './count-review.tsx'
import { keepCount, readCount, useCount } from './count-store.ts'
import { Counting } from './counting.tsx'
import type { TakenOver } from './use-take-over.ts'

/** Before the differences are shown: what should lie at the counted places and wasn't counted. */
export async function loader({ request }: LoaderFunctionArgs): Promise<ByPlace | null> {
  if (new URL(request.url).searchParams.get('step') !== 'review') return null
  const skus = readCount()?.skus ?? []
  const counted = new Set(skus.map(({ sku }) => sku))
  const places: Record<string, StockItem[]> = {}
  let now = ''
  for (const place of new Set(skus.flatMap((one) => one.place ?? []))) {
    const found: StockItem[] = []
    let cursor: string | null | undefined
    do {
      const page = await load('GET /stock', { query: { place, limit: 100, ...(cursor ? { cursor } : {}) } })
      found.push(...page.items.filter(({ sku }) => !counted.has(sku)))
      cursor = page.next
      now = page.at
    } while (cursor !== null)
    places[place] = found
  }
  return { at: now, places }
}

/** `/admin/stock-count`: the stock counted by scans, and with `?step=review` how it differs. */
export function Component() {
  const byPlace = useLoaderData<typeof loader>()
  const count = useCount() ?? EMPTY_COUNT
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [done, setDone] = useState<readonly TakenOver[] | null>(null)
  const isReview = query.get('step') === 'review' && byPlace !== null && count.skus.length > 0
  return (
    <RecordPage title={t('Count the stock')} back={{ to: '/stock?low=true', label: t('Stock') }}>
      <div className="grid max-w-200 gap-4">
        {isReview ? (
          <CountReview
            count={count}
            byPlace={byPlace}
            onDone={(taken) => {
              if (taken.length === 0) keepCount(null)
              setDone((before) => [...(before ?? []), ...taken])
              if (readCount() === null) void navigate('?', { replace: true })
            }}
          />
        ) : done === null ? (
          <Counting count={count} />
        ) : (
          <Ended done={done} onNext={() => setDone(null)} />
        )}
      </div>
    </RecordPage>
  )
}

/** What the count changed, which can be taken back as a whole. */
function Ended({ done, onNext }: { done: readonly TakenOver[]; onNext: () => void }) {
  const undos = done.flatMap(({ undo }) => undo ?? [])
  const [{ left, why }, setResult] = useState<Awaited<ReturnType<typeof undoAll>>>({ left: undos, why: null })
  const [pending, setPending] = useState(false)
  const isUndone = undos.length > 0 && left.length === 0
  const pieces = done.reduce((sum, { difference }) => sum + difference, 0)
  async function takeBack(): Promise<void> {
    setPending(true)
    setResult(await undoAll(left))
    setPending(false)
  }
  return (
    <Card>
      <div role="status" className="grid gap-2">
        <h2 className="text-lg font-bold">{isUndone ? t('The count was undone.') : t('The count is applied.')}</h2>
        <p className="text-ink-2">
          {undos.length === 0
            ? t('Everything matched: the stock stays as it was.')
            : t('{count, plural, one {# SKU} other {# SKUs}} changed by {pieces} pieces in total.', {
                count: undos.length,
                pieces: pieces > 0 ? `+${pieces}` : pieces < 0 ? `−${-pieces}` : '0',
              })}
        </p>
        {why === null ? null : (
          <Notice tone="bad">
            {t('{count, plural, one {# SKU wasn’t} other {# SKUs weren’t}} undone: {why}', {
              count: left.length,
              why,
            })}
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap gap-3 pt-4">
        {left.length === 0 ? null : (
          <Button variant="outline" pending={pending} onClick={() => void takeBack()}>
            {t('Undo the count')}
          </Button>
        )}
        <Button variant="outline" onClick={onNext}>
          {t('Start another count')}
        </Button>
        <LinkButton to="/stock" variant="primary">
          {t('Back to Stock')}
        </LinkButton>
      </div>
    </Card>
  )
}
