import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import type { ShownProduct } from '../../catalog/card.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { Unit } from '../explain.ts'
import { readMeasures } from '../measures.ts'
import { cutOf, findSize, readSizeRun } from '../rules.ts'
import { createSizeTable, type SizeTable } from '../size-table.ts'
import { personOf, readBody } from '../stored-body.ts'
import { drawnMeasures, GarmentDrawing, lettersOf } from './garment-drawing.tsx'

type Props = {
  product: ShownProduct
  /** The size chosen on the page. */
  chosen: string | null
  /** Opens Find my size instead. Null if it can't advise on this product. */
  onFind: (() => void) | null
  onClose: () => void
}

/** Find my size first, then the garment's measurements by size, with a drawing of where they're taken. */
export function SizeGuideDialog({ product, chosen, onFind, onClose }: Props) {
  const [unit, setUnit] = useState<Unit>('cm')
  const [found] = useState(() => (onFind === null ? null : foundSize(product)))
  const measurements = product.measurements ?? null
  const table = createSizeTable(measurements, unit)
  const sizes = readMeasures(measurements)
  const lengths = (sizes.find(({ size }) => size === 'M') ?? sizes[0])?.cm ?? {}
  const drawn = drawnMeasures(lengths)
  const columns = table?.columns.filter(({ key }) => drawn.has(key)) ?? []
  return (
    <Dialog open onClose={onClose} title={t('Size guide')}>
      <div className="grid gap-5">
        {onFind === null ? null : (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunk p-4">
            <p className="font-bold">
              {found === null
                ? t('Two numbers are enough to name your size.')
                : t('Your size: {size}', { size: found })}
            </p>
            <Button variant="primary" size="sm" onClick={onFind}>
              {found === null ? t('Find my size') : t('See why')}
            </Button>
          </div>
        )}
        <p className="text-sm text-ink-2">
          {t(
            'These are measurements of the garment laid flat, not of your body. Compare them with something that fits you.',
          )}
          {product.fit ? ` ${t('Fit: {fit}.', { fit: valueName(product.fit) })}` : ''}
        </p>
        {columns.length === 0 ? null : <GarmentDrawing lengths={lengths} columns={columns} />}
        <RadioRow<Unit>
          legend={t('Unit')}
          name="unit"
          options={[
            { value: 'cm', label: t('cm') },
            { value: 'in', label: t('inches') },
          ]}
          value={unit}
          onChange={setUnit}
        />
        {table === null ? null : (
          <MeasureTable table={table} letters={lettersOf(columns)} found={found} chosen={chosen} />
        )}
        {columns.length === 0 ? null : <HowMeasured columns={columns} />}
      </div>
    </Dialog>
  )
}

/** What Find my size says for the details on this device, or null. */
function foundSize(product: ShownProduct): string | null {
  const [run, body] = [readSizeRun(product.measurements ?? null), readBody()]
  return run === null || body === null ? null : (findSize(run, cutOf(product), personOf(body))?.size ?? null)
}

type TableProps = {
  table: SizeTable
  letters: ReadonlyMap<string, string>
  found: string | null
  chosen: string | null
}

function MeasureTable({ table, letters, found, chosen }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways has to be reachable by keyboard.
    <section aria-label={t('Measurements')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-xs tabular-nums sm:text-sm">
        <thead>
          <tr className="border-b border-line-strong align-bottom">
            <th scope="col" className="py-2 pr-2">
              {t('Size')}
            </th>
            {table.columns.map(({ key, name, isGirth }) => (
              <th key={key} scope="col" className="py-2 pr-1.5 last:pr-0 sm:px-2">
                {letters.has(key) ? <span className="block text-violet">{letters.get(key)}</span> : null}
                {isGirth ? t('{measure}, flat', { measure: name }) : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ size, cells }) => (
            <tr
              key={size}
              className={`border-b border-line last:border-0 ${size === found ? 'bg-violet-soft' : size === chosen ? 'bg-sunk' : ''}`}
            >
              <th scope="row" className="py-3 pr-2 pl-1">
                {size}
                {size === found || size === chosen ? (
                  <span className="block text-2xs font-normal">{size === found ? t('Your size') : t('Chosen')}</span>
                ) : null}
              </th>
              {table.columns.map(({ key }, at) => (
                <td key={key} className="py-3 pr-1.5 last:pr-0 sm:px-2">
                  {cells[at]?.length ?? '–'}
                  {cells[at]?.round ? (
                    <span className="block text-2xs text-ink-3 sm:whitespace-nowrap">
                      {t('({length} round)', { length: cells[at].round })}
                    </span>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How each lettered measure is taken. */
function HowMeasured({ columns }: Pick<SizeTable, 'columns'>) {
  const letters = lettersOf(columns)
  return (
    <dl className="grid gap-2 text-sm text-ink-2">
      {columns.map(({ key, name, how }) => (
        <div key={key} className="grid grid-cols-[1.25rem_1fr] gap-2">
          <dt className="font-bold text-violet">{letters.get(key)}</dt>
          <dd>
            <b className="text-ink">{name}</b>
            {how === null ? null : <> {how}</>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
