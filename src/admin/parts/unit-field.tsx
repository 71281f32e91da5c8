import type { ComponentProps } from 'react'
import { Field } from '#ui/field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'end'> & {
  /** Such as days or %. */
  unit: string
  /** True for Rs., which stands before its number. */
  isBefore?: boolean
}

/** A field whose unit stands in it, so that neither label nor hint has to say it. */
export function UnitField({ unit, isBefore = false, ...field }: Props) {
  return (
    <div className={isBefore ? 'unit-before' : 'unit-after'}>
      <Field
        {...field}
        aria-description={unit}
        end={
          <span
            aria-hidden="true"
            className={`pointer-events-none absolute inset-y-0 grid place-items-center text-sm text-ink-3 ${isBefore ? 'left-3' : 'right-3'}`}
          >
            {unit}
          </span>
        }
      />
    </div>
  )
}
