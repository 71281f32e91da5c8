import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { ProductVariant } from './fields.ts'
import { axesOf, cellKey, changesOf, type GridDraft, pasteCells, typeCells } from './grid.ts'
import { SizePrices } from './size-prices.tsx'

type Props = {
  id: string
  variants: readonly ProductVariant[]
  draft: GridDraft
  onChange: (draft: GridDraft) => void
  /** Below the grid: why stock changes. */
  children?: ReactNode
}

const ARROWS: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
}

/** As imports and the filter of lists call it. */
const FREE_SIZE = 'Free Size'

/**
 * Colours down, sizes across, the pieces to buy in the cells. On a phone the sizes of a colour wrap below its name. Part of a
 * sheet can be pasted into it.
 */
export function VariantsGrid({ id, variants, draft, onChange, children }: Props) {
  const { colors, sizes } = axesOf(variants, draft)
  const known = new Map(variants.map((one) => [cellKey(one.color, one.size), one]))
  const changes = changesOf(id, variants, draft)
  // What the focused cell showed when it was entered: a sale while somebody types isn't part of what they mean.
  const seen = useRef('')
  /** Of a colour, as it's typed; what can't be read doesn't count. */
  const sumOf = (color: string): number =>
    sizes.reduce((sum, size) => {
      const key = cellKey(color, size)
      const count = Number(draft.cells[key] ?? known.get(key)?.quantity ?? 0)
      return sum + (Number.isFinite(count) ? count : 0)
    }, 0)
  function onPaste(event: ClipboardEvent, color: string, size: string): void {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text)) return
    event.preventDefault()
    onChange(typeCells(variants, draft, pasteCells(text, { color, size }, { colors, sizes })))
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void {
    const move = ARROWS[event.key]
    if (!move) return
    event.preventDefault()
    const place = `${row + move[0]} ${column + move[1]}`
    event.currentTarget.closest('table')?.querySelector<HTMLInputElement>(`[data-cell="${place}"]`)?.focus()
  }
  return (
    <div className="grid gap-4">
      {colors.length > 0 && sizes.length > 0 ? (
        <>
          <p className="text-sm text-ink-2">
            {t('Pieces available to buy. Fill an empty cell to add that colour and size; clear a cell to remove it.')}
          </p>
          <div className="-mx-1 px-1 pb-1 sm:overflow-x-auto">
            <table className="block text-sm sm:table">
              <caption className="sr-only">{t('Pieces by colour and size')}</caption>
              <thead className="hidden sm:table-header-group">
                <tr>
                  <th scope="col" className="sticky left-0 z-1 bg-card pr-3 text-left font-bold text-ink-2">
                    {t('Colour')}
                  </th>
                  {sizes.map((size) => (
                    <th key={size} scope="col" className="px-1 pb-1 font-bold text-ink-2">
                      {size}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="grid gap-4 sm:table-row-group">
                {colors.map((color, row) => (
                  <tr key={color} className="flex flex-wrap sm:table-row">
                    <th
                      scope="row"
                      className="w-full bg-card text-left font-bold sm:sticky sm:left-0 sm:z-1 sm:w-auto sm:pr-3"
                    >
                      {/* As wide as its name, so that only a long one breaks. */}
                      <span className="block wrap-anywhere sm:w-max sm:max-w-28">{color}</span>
                      {sizes.length < 2 ? null : (
                        <span className="block text-xs font-normal text-ink-3 tabular-nums">
                          {t('{count, plural, one {# piece} other {# pieces}}', { count: sumOf(color) })}
                        </span>
                      )}
                    </th>
                    {sizes.map((size, column) => {
                      const key = cellKey(color, size)
                      const variant = known.get(key)
                      const isChanged = draft.cells[key] !== undefined
                      return (
                        <td key={size} className="p-1">
                          <span aria-hidden="true" className="block max-w-16 pb-1 font-bold wrap-anywhere sm:hidden">
                            {size}
                          </span>
                          <input
                            data-cell={`${row} ${column}`}
                            aria-label={t('{color}, {size}', { color, size })}
                            title={variant?.sku}
                            inputMode="numeric"
                            autoComplete="off"
                            value={draft.cells[key] ?? variant?.quantity ?? ''}
                            placeholder="–"
                            aria-invalid={changes.invalid.includes(key) || undefined}
                            onFocus={(event) => {
                              seen.current = String(variant?.quantity ?? '')
                              event.currentTarget.select()
                            }}
                            onChange={(event) =>
                              onChange(typeCells(variants, draft, { [key]: event.target.value }, seen.current))
                            }
                            onPaste={(event) => onPaste(event, color, size)}
                            onKeyDown={(event) => onKeyDown(event, row, column)}
                            className={`h-11 w-16 rounded-xs border px-2 text-right tabular-nums aria-invalid:border-2 aria-invalid:border-bad ${isChanged ? 'border-ink bg-violet-soft' : 'border-line-strong bg-card'}`}
                          />
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : (
        <>
          {/* Until there are both, there's no grid to show what was added. */}
          {colors.length === 0 ? null : (
            <p className="font-bold">{t('Colours: {names}', { names: colors.join(', ') })}</p>
          )}
          {sizes.length === 0 ? null : <p className="font-bold">{t('Sizes: {names}', { names: sizes.join(', ') })}</p>}
          <p className="text-ink-2">
            {sizes.length > 0
              ? t('Add a colour.')
              : colors.length > 0
                ? t('Add a size.')
                : t('Add a colour and a size.')}
          </p>
          {sizes.length > 0 ? null : (
            <div>
              <Button size="sm" variant="outline" onClick={() => onChange({ ...draft, sizes: [FREE_SIZE] })}>
                {t('One size only')}
              </Button>
            </div>
          )}
        </>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <AddName
          label={t('Another colour')}
          onAdd={(names) => onChange({ ...draft, colors: [...draft.colors, ...names] })}
          taken={colors}
        />
        <AddName
          label={t('Another size')}
          onAdd={(names) => onChange({ ...draft, sizes: [...draft.sizes, ...names] })}
          taken={sizes}
        />
      </div>
      {sizes.length === 0 ? null : (
        <SizePrices variants={variants} sizes={sizes} draft={draft} invalid={changes.invalid} onChange={onChange} />
      )}
      {changes.invalid.some((key) => draft.cells[key] !== undefined) ? (
        <p className="font-bold text-bad">{t('Please write whole numbers, such as 0 or 12.')}</p>
      ) : null}
      {changes.moved.map(({ color, size, was, now, change }) => (
        <p key={cellKey(color, size)} className="font-bold">
          {t('{color}, {size} was {was} when you typed and is {now} now. Saving makes it {makes}.', {
            color,
            size,
            was: was || '0',
            now,
            makes: now + change,
          })}
        </p>
      ))}
      {changes.removed.length > 0 ? (
        <p className="font-bold text-bad">{t('Removed on saving: {skus}', { skus: changes.removed.join(', ') })}</p>
      ) : null}
      {changes.added.length > 0 ? (
        <p className="text-ink-2">{t('New on saving: {names}', { names: changes.added.join(', ') })}</p>
      ) : null}
      {children}
    </div>
  )
}

type AddProps = { label: string; taken: readonly string[]; onAdd: (names: string[]) => void }

/** Takes one name, or several with commas between them: "S, M, L". */
function AddName({ label, taken, onAdd }: AddProps) {
  const [text, setText] = useState('')
  const names = [...new Set(text.split(/[,\t\n]/).map((one) => one.trim()))].filter((one) => one !== '')
  const added = names.filter((one) => !taken.includes(one))
  const isTaken = names.length > 0 && added.length === 0
  function add(): void {
    if (added.length === 0) return
    onAdd(added)
    setText('')
  }
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          error={isTaken ? t('It’s there already.') : null}
        />
      </div>
      <Button variant="outline" size="sm" className="self-end" onClick={add} disabled={added.length === 0}>
        {t('Add')}
      </Button>
    </div>
  )
}
