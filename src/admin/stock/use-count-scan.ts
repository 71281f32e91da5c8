import { useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { scannedCode } from '#shop/shipping/scan.ts'
import { call } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'
import { useScanResult } from '../parts/scan-result-panel.tsx'
import { playSignal } from '../parts/signals.ts'
import { beginSku, type CountedSku, countOneMore, EMPTY_COUNT } from './count.ts'
import { keepCount, readCount } from './count-store.ts'

/** Takes the scans of a count, one after the other: each adds one piece. */
export function useCountScan() {
  const { result, show } = useScanResult()
  // A SKU's first scan asks the server. The scans after it wait, so that none is lost or counted twice.
  const last = useRef(Promise.resolve())

  function counted({ counted: pieces, name, color, size, sku }: CountedSku): void {
    playSignal('good')
    show(
      'ok',
      t('{count, plural, one {# piece} other {# pieces}}', { count: pieces }),
      `${name}, ${color}, ${size} · ${sku}`,
    )
  }

  function refused(title: string, line: string): void {
    playSignal('bad')
    show('bad', title, line)
  }

  async function take(code: string): Promise<void> {
    const known = countOneMore(readCount() ?? EMPTY_COUNT, (sku) => scannedCode(sku) === code)
    if (known) {
      keepCount(known.count)
      return counted(known.sku)
    }
    const found = await call('GET /stock', { query: { sku: code, limit: 2 } })
    if (!found.ok) return refused(t('Not counted'), readFailureText(found))
    const [stock] = found.data.items
    if (!stock) return refused(t('Not counted'), t('There is no SKU {sku}.', { sku: code }))
    const next = beginSku(readCount() ?? EMPTY_COUNT, stock, found.data.at, 1)
    keepCount(next)
    const sku = next.skus.find((one) => one.sku === stock.sku)
    if (sku) counted(sku)
  }

  return {
    result,
    /** Takes what the camera, a hand scanner or a keyboard gives. Nothing is no code. */
    scan(text: string): void {
      const code = scannedCode(text)
      if (code !== '') last.current = last.current.then(() => take(code))
    },
  }
}
