import { t } from '#platform/text/t.ts'
import { Select } from '#ui/field.tsx'

type Props = { label: string; colors: readonly string[]; value: string; onChange: (color: string) => void }

/** A colour of a product, or all of them, which is the empty text. */
export function ColourSelect({ label, colors, value, onChange }: Props) {
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {colors.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
      <option value="">{t('All colours')}</option>
    </Select>
  )
}
