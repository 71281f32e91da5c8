import { type ComponentProps, type ReactNode, useId } from 'react'
import { ChevronDownIcon } from './icons.tsx'

type Labelled = {
  /** The control's accessible name. */
  label: string
  /** What to type. Screen readers read it with the field. */
  hint?: ReactNode
  /** Shown in red below. It marks the field as invalid. */
  error?: string | null | undefined
}

type Without<Element extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Element>, 'id' | 'className'>

const CONTROL =
  'control block w-full rounded-sm border border-line-strong bg-card px-3 text-base text-ink placeholder:text-ink-3 ' +
  'aria-invalid:border-2 aria-invalid:border-bad disabled:opacity-60'

type InputProps = Labelled & {
  /** A button over the input's end. */
  end?: ReactNode
} & Without<'input'>

/** One text input with its label, hint and error. All other props go to the `<input>`. */
export function Field({ label, hint, error, end, ...input }: InputProps) {
  const ids = useIds()
  const control = <input {...input} {...describe(ids, hint, error)} className={`${CONTROL} h-12`} />
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      {end ? (
        <div className="relative">
          {control}
          {end}
        </div>
      ) : (
        control
      )}
    </Frame>
  )
}

type AreaProps = Labelled & {
  /** Buttons between the label and the text. */
  tools?: ReactNode
} & Without<'textarea'>

/** A text area with its label, hint and error. */
export function TextArea({ label, hint, error, tools, ...area }: AreaProps) {
  const ids = useIds()
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      {tools}
      <textarea rows={4} {...area} {...describe(ids, hint, error)} className={`${CONTROL} py-3`} />
    </Frame>
  )
}

/** A native select with its label; its children are `<option>`s. */
export function Select({ label, hint, error, ...select }: Labelled & Without<'select'>) {
  const ids = useIds()
  return (
    <Frame ids={ids} label={label} hint={hint} error={error}>
      <div className="relative">
        <select {...select} {...describe(ids, hint, error)} className={`${CONTROL} h-12 appearance-none pr-10`} />
        <ChevronDownIcon size={18} className="pointer-events-none absolute inset-y-0 right-3 my-auto" />
      </div>
    </Frame>
  )
}

type CheckboxProps = { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>

/** A checkbox with its label. The whole line is clickable. */
export function Checkbox({ label, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 text-base ${className}`}>
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-ink" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}

type Ids = { control: string; hint: string; error: string }

function useIds(): Ids {
  const id = useId()
  return { control: id, hint: `${id}h`, error: `${id}e` }
}

function describe(ids: Ids, hint: ReactNode, error: string | null | undefined) {
  const described = [hint ? ids.hint : '', error ? ids.error : ''].filter(Boolean).join(' ')
  return {
    id: ids.control,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const
}

type FrameProps = Labelled & { ids: Ids; children: ReactNode }

function Frame({ ids, label, hint, error, children }: FrameProps) {
  return (
    <div className="grid content-start gap-1.5 wrap-anywhere">
      <label htmlFor={ids.control} className="text-sm font-bold">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={ids.hint} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={ids.error} className="text-sm font-bold text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}
