import { type FormEvent, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { lengthText, type Unit } from '../explain.ts'
import type { KeptBody } from '../kept-body.ts'
import { CM_PER_INCH, type Figures, FLAT, HEIGHT, type Liking, WEIGHT } from '../rules.ts'

type Props = {
  body: KeptBody | null
  /** Whose measures the product is made by: the first choice. */
  figures: Figures
  /** What is measured on a piece of one's own. */
  girth: 'chest' | 'waist'
  onSave: (body: KeptBody) => void
  onForget: (() => void) | null
}

type Name = 'height' | 'weight' | 'flat'

const INCHES_PER_FOOT = 12

/** Height, weight, and a piece that fits. Lengths are kept in cm, whatever the unit. */
export function SizeForm({ body, figures, girth, onSave, onForget }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [unit, setUnit] = useState<Unit>(body?.unit ?? 'cm')
  const [whose, setWhose] = useState(body?.figures ?? figures)
  const [liking, setLiking] = useState<Liking>(body?.liking ?? 'regular')
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
    const kept = { chest: body?.chest ?? null, waist: body?.waist ?? null, [girth]: flat }
    onSave({ ...kept, figures: whose, liking, unit, height, weight })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-sm text-ink-2">
        {t('Your height and weight, or a piece of yours that fits. What you enter stays on this device.')}
      </p>
      <RadioRow<Unit> legend={t('Unit')} name="size-unit" options={UNITS} value={unit} onChange={setUnit} />
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
      <RadioRow<Figures>
        legend={t('Estimate as for')}
        name="figures"
        options={WHOSE}
        value={whose}
        onChange={setWhose}
      />
      <RadioRow<Liking>
        legend={t('How do you like it?')}
        name="liking"
        options={LIKINGS}
        value={liking}
        onChange={setLiking}
      />
      <NumberField
        key={`flat ${unit}`}
        label={flatLabel(girth, unit)}
        hint={`${FLAT_HINTS[girth]} ${t('Optional, and surer than height and weight.')}`}
        name="flat"
        value={entered.flat === null ? null : inUnit(entered.flat, unit)}
        error={errors.flat}
        onChange={(value) => enter('flat', value === null ? null : toCm(value, unit))}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="signal">
          {t('Show my size')}
        </Button>
        {onForget === null ? null : (
          <Button variant="quiet" onClick={onForget}>
            {t('Forget my details')}
          </Button>
        )}
      </div>
    </form>
  )
}

const UNITS = [
  { value: 'cm' as const, label: 'cm' },
  { value: 'in' as const, label: t('feet, inches') },
]
const WHOSE = [
  { value: 'men' as const, label: t('Men') },
  { value: 'women' as const, label: t('Women') },
]
const LIKINGS = [
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
  const [rest, setRest] = useState(inches === null ? null : inches % INCHES_PER_FOOT)
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
  const change = (feet: number | null, rest: number | null) => {
    setFeet(feet)
    setRest(rest)
    onChange(feet === null ? null : (feet * INCHES_PER_FOOT + (rest ?? 0)) * CM_PER_INCH)
  }
  return (
    <div className="grid grid-cols-2 content-start gap-3">
      <NumberField
        label={t('Height, feet')}
        name="height-feet"
        value={feet}
        error={error}
        onChange={(next) => change(next, rest)}
      />
      <NumberField
        label={t('Height, inches')}
        name="height-inches"
        value={rest}
        error={undefined}
        onChange={(next) => change(feet, next)}
      />
    </div>
  )
}

/** Null where nothing is entered; not a number for anything else, which the checks refuse. */
function parseNumber(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  return typed === '' ? null : Number(typed)
}

const inUnit = (cm: number, unit: Unit) => Math.round((unit === 'cm' ? cm : cm / CM_PER_INCH) * 10) / 10
const toCm = (value: number, unit: Unit) => (unit === 'cm' ? value : value * CM_PER_INCH)

function problemsOf(entered: Record<Name, number | null>, unit: Unit): Partial<Record<Name, string>> {
  const { height, weight, flat } = entered
  const problems: Partial<Record<Name, string>> = {}
  const isIn = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max
  if (flat !== null && !isIn(flat, FLAT))
    problems.flat = t('Please give what lies flat, from {least} to {most}.', {
      least: lengthText(FLAT.min, unit),
      most: lengthText(FLAT.max, unit),
    })
  if (flat !== null && height === null && weight === null) return problems
  const [least, most] = [lengthText(HEIGHT.min, unit), lengthText(HEIGHT.max, unit)]
  if (height === null || !isIn(height, HEIGHT)) problems.height = t('Please enter {least} to {most}.', { least, most })
  if (weight === null || !isIn(weight, WEIGHT))
    problems.weight = t('Please enter {least} to {most} kg.', { least: WEIGHT.min, most: WEIGHT.max })
  return problems
}
