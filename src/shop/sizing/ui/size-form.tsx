import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { lengthText, type Unit } from '../explain.ts'
import { CM_PER_INCH, type FitPreference, FLAT, HEIGHT, type SizingGender, WEIGHT } from '../rules.ts'
import type { StoredBody } from '../stored-body.ts'

type Props = {
  body: StoredBody | null
  /** Whose sizes the product has: the first choice. */
  gender: SizingGender
  /** What to measure on one's own piece. */
  girth: 'chest' | 'waist'
  onSave: (body: StoredBody) => void
  onForget: (() => void) | null
}

type Name = 'height' | 'weight' | 'flat'

const INCHES_PER_FOOT = 12

/** Asks for height, weight, and a piece that fits. Lengths are in cm internally, whatever unit is shown. */
export function SizeForm({ body, gender, girth, onSave, onForget }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [unit, setUnit] = useState<Unit>(body?.unit ?? 'cm')
  const [estimateFor, setEstimateFor] = useState(body?.gender ?? gender)
  const [preference, setPreference] = useState<FitPreference>(body?.preference ?? 'regular')
  const [entered, setEntered] = useState({
    height: body?.height ?? null,
    weight: body?.weight ?? null,
    flat: body?.[girth] ?? null,
  })
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const enter = (name: Name, value: number | null) => {
    setEntered((before) => ({ ...before, [name]: value }))
    setErrors({})
  }
  // For a form that replaces the advice. When the dialog opens, it takes the focus itself.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])

  /** Anything but a number can't be converted, so the field starts empty in the other unit. */
  function switchUnit(next: Unit): void {
    setUnit(next)
    setEntered(({ height, weight, flat }) => ({ height: numberOrNull(height), weight, flat: numberOrNull(flat) }))
    setErrors({})
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = problemsOf(entered, unit)
    setErrors(found)
    const first = Object.keys(found)[0]
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name^=${first}]`)?.focus()
      return
    }
    const { height, weight, flat } = entered
    const flats = { chest: body?.chest ?? null, waist: body?.waist ?? null, [girth]: flat }
    onSave({ ...flats, gender: estimateFor, preference, unit, height, weight })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-sm text-ink-2">
        {t('Your height and weight, or a piece of yours that fits. What you enter stays on this device.')}
      </p>
      <RadioRow<Unit> legend={t('Unit')} name="size-unit" options={UNITS} value={unit} onChange={switchUnit} />
      <div className={`grid gap-4 ${unit === 'cm' ? 'grid-cols-2' : 'sm:grid-cols-2'}`}>
        <HeightField
          key={unit}
          unit={unit}
          cm={entered.height}
          error={errors.height}
          onChange={(cm) => enter('height', cm)}
        />
        <NumberField
          label={t('Weight in kg')}
          name="weight"
          value={entered.weight}
          error={errors.weight}
          onChange={(kg) => enter('weight', kg)}
        />
      </div>
      <RadioRow<SizingGender>
        legend={t('Body measurements for')}
        name="gender"
        options={GENDERS}
        value={estimateFor}
        onChange={setEstimateFor}
      />
      <RadioRow<FitPreference>
        legend={t('How do you like it to fit?')}
        name="preference"
        options={PREFERENCES}
        value={preference}
        onChange={setPreference}
      />
      <NumberField
        key={`flat ${unit}`}
        label={flatLabel(girth, unit)}
        hint={`${FLAT_HINTS[girth]} ${t('Optional, and more exact than height and weight.')}`}
        name="flat"
        value={entered.flat === null ? null : inUnit(entered.flat, unit)}
        error={errors.flat}
        onChange={(value) => enter('flat', value === null ? null : toCm(value, unit))}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {t('Show my size')}
        </Button>
        {onForget === null ? null : (
          <Button variant="text" onClick={onForget}>
            {t('Clear my details')}
          </Button>
        )}
      </div>
    </form>
  )
}

const UNITS = [
  { value: 'cm' as const, label: t('cm') },
  { value: 'in' as const, label: t('feet, inches') },
]
const GENDERS = [
  { value: 'men' as const, label: t('Men') },
  { value: 'women' as const, label: t('Women') },
]
const PREFERENCES = [
  { value: 'snug' as const, label: t('Snug') },
  { value: 'regular' as const, label: t('Regular') },
  { value: 'loose' as const, label: t('Loose') },
]
const FLAT_HINTS = {
  chest: t('From armpit to armpit, buttoned up.'),
  waist: t('Along the waistband, from side to side.'),
}

function flatLabel(girth: Props['girth'], unit: Unit): string {
  return t(
    '{girth, select, chest {Chest} other {Waist}} of a piece of yours, laid flat, in {unit, select, cm {cm} other {inches}}',
    { girth, unit },
  )
}

type Typed = { error: string | undefined; onChange: (value: number | null) => void }
type NumberProps = Typed & { label: string; name: string; hint?: string; value: number | null }

function NumberField({ label, name, hint, value, error, onChange }: NumberProps) {
  return (
    <Field
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      defaultValue={value === null ? '' : String(value)}
      error={error ?? null}
      {...(hint === undefined ? {} : { hint })}
      onChange={({ target }) => onChange(parseNumber(target.value))}
    />
  )
}

/** In cm, or in feet and inches. */
function HeightField({ unit, cm, error, onChange }: Typed & { unit: Unit; cm: number | null }) {
  const inches = cm === null ? null : Math.round(cm / CM_PER_INCH)
  const [feet, setFeet] = useState(inches === null ? null : Math.floor(inches / INCHES_PER_FOOT))
  const [inchesLeft, setInchesLeft] = useState(inches === null ? null : inches % INCHES_PER_FOOT)
  if (unit === 'cm')
    return (
      <NumberField
        label={t('Height in cm')}
        name="height"
        value={cm && Math.round(cm)}
        error={error}
        onChange={onChange}
      />
    )
  const change = (feet: number | null, inchesLeft: number | null) => {
    setFeet(feet)
    setInchesLeft(inchesLeft)
    onChange(feet === null ? null : (feet * INCHES_PER_FOOT + (inchesLeft ?? 0)) * CM_PER_INCH)
  }
  return (
    <div className="grid grid-cols-2 content-start gap-3">
      <NumberField
        label={t('Height, feet')}
        name="height-feet"
        value={feet}
        error={error}
        onChange={(next) => change(next, inchesLeft)}
      />
      <NumberField
        label={t('Height, inches')}
        name="height-inches"
        value={inchesLeft}
        error={undefined}
        onChange={(next) => change(feet, next)}
      />
    </div>
  )
}

/** Null if nothing is entered. NaN for anything but a number, which `problemsOf` refuses. */
function parseNumber(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  return typed === '' ? null : Number(typed)
}

const numberOrNull = (value: number | null) => (Number.isNaN(value) ? null : value)
const inUnit = (cm: number, unit: Unit) => Math.round((unit === 'cm' ? cm : cm / CM_PER_INCH) * 10) / 10
const toCm = (value: number, unit: Unit) => (unit === 'cm' ? value : value * CM_PER_INCH)

/** The problem of each field, in the order of the form. */
function problemsOf(entered: Record<Name, number | null>, unit: Unit): Partial<Record<Name, string>> {
  const { height, weight, flat } = entered
  const problems: Partial<Record<Name, string>> = {}
  const isIn = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max
  if (flat === null || height !== null || weight !== null) {
    const [least, most] = [lengthText(HEIGHT.min, unit), lengthText(HEIGHT.max, unit)]
    if (height === null || !isIn(height, HEIGHT))
      problems.height = t('Please enter {least} to {most}.', { least, most })
    if (weight === null || !isIn(weight, WEIGHT))
      problems.weight = t('Please enter {least} to {most} kg.', { least: WEIGHT.min, most: WEIGHT.max })
  }
  if (flat !== null && !isIn(flat, FLAT))
    problems.flat = t('Please enter the width of the garment laid flat, from {least} to {most}.', {
      least: lengthText(FLAT.min, unit),
      most: lengthText(FLAT.max, unit),
    })
  return problems
}
