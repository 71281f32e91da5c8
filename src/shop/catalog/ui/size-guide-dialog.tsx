import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import type { ShownProduct } from '../card.ts'
import { valueName } from '../value-names.ts'
import { createSizeTable, type SizeTable, type Unit } from './size-table.ts'

/** The garment's measures by size, in centimetres or inches. */
export function SizeGuideDialog({ product, onClose }: { product: ShownProduct; onClose: () => void }) {
  const [unit, setUnit] = useState<Unit>('cm')
  const table = createSizeTable(product.measurements ?? null, unit)
  return (
    <Dialog open onClose={onClose} title={t('Size guide')}>
      <div className="grid gap-5">
        <p className="text-sm text-ink-2">
          {t(
            'These are measurements of the garment laid flat, not of your body. Compare them with something that fits you.',
          )}
          {product.fit ? ` ${t('Fit: {fit}.', { fit: valueName(product.fit) })}` : ''}
        </p>
        <RadioRow<Unit>
          legend={t('Unit')}
          name="unit"
          options={[
            { value: 'cm', label: 'cm' },
            { value: 'in', label: 'inches' },
          ]}
          value={unit}
          onChange={setUnit}
        />
        {table === null ? null : <MeasureTable table={table} />}
      </div>
    </Dialog>
  )
}

function MeasureTable({ table }: { table: SizeTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways has to be reachable by keyboard.
    <section aria-label={t('Measurements')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong">
            <th scope="col" className="py-2 pr-4">
              {t('Size')}
            </th>
            {table.names.map((name) => (
              <th key={name} scope="col" className="py-2 pr-4">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ size, values }) => (
            <tr key={size} className="border-b border-line last:border-0">
              <th scope="row" className="py-3 pr-4">
                {size}
              </th>
              {table.names.map((name, at) => (
                <td key={name} className="py-3 pr-4">
                  {values[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
