import { t } from '#platform/text/t.ts'
import { RadioRow } from '#ui/radio-group.tsx'
import { FEW_LEFT, type ShownProduct } from '../card.ts'
import { ofColor } from '../rules.ts'
import { valueName } from '../value-names.ts'
import type { BuyableSize } from './product-selectors.ts'
import { Swatch } from './swatch.tsx'

const BOX =
  'relative flex min-h-12 cursor-pointer items-center gap-2 rounded-sm border border-line-strong bg-card px-3 font-bold ' +
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]'
const RADIO = 'absolute inset-0 size-full cursor-pointer opacity-0'

type ColourProps = {
  product: Pick<ShownProduct, 'colors' | 'swatches'>
  value: string | null
  onChange: (color: string) => void
}

/** The colours of a product as radio buttons: a swatch and always the name. */
export function ColourChoice({ product: { colors = [], swatches }, value, onChange }: ColourProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-bold wrap-anywhere">
        {t('Colour')}
        <span aria-hidden="true">{value === null ? '' : `: ${valueName(value)}`}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {colors.map((color) => (
          <label
            key={color}
            className={`${BOX} has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)]`}
          >
            <input
              type="radio"
              name="colour"
              value={color}
              checked={color === value}
              onChange={() => onChange(color)}
              className={RADIO}
            />
            <Swatch color={color} swatch={ofColor(swatches, color)} className="size-6" />
            <span className="text-sm wrap-anywhere">{valueName(color)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type SizeProps = {
  /** The sizes that can be bought in the chosen colour (SPEC section 5). */
  sizes: readonly BuyableSize[]
  value: string | null
  onChange: (size: string) => void
  /** Shown in red below the sizes. */
  error: string | null
  /** Sizes that only other colours are made in: "Not in Black: S, M". */
  note: string | null
}

/** The sizes as radio buttons. None is preselected. */
export function SizeChoice({ sizes, value, onChange, error, note }: SizeProps) {
  const options = sizes.map(({ size, quantity }) => ({
    value: size,
    label: valueName(size),
    detail: quantity > FEW_LEFT ? null : quantity > 0 ? t('{quantity} left', { quantity }) : t('Sold out'),
  }))
  return (
    <RadioRow
      legend={t('Size')}
      name="size"
      options={options}
      value={value}
      onChange={onChange}
      error={error}
      note={note}
    />
  )
}
