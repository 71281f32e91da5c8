import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'

/** `signal` is the one next action of a screen; `solid` and `outline` the others; `quiet` reads as a link. */
export type ButtonVariant = 'signal' | 'solid' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'

type Styled = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean; className?: string }

const BASE =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-sm text-center no-underline transition-colors ' +
  'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const VARIANTS: Record<ButtonVariant, string> = {
  signal: 'border border-signal bg-signal text-on-signal hover:border-ink',
  solid: 'border border-btn bg-btn text-on-btn hover:bg-ink-2 hover:border-ink-2',
  outline: 'border border-ink bg-transparent text-ink hover:bg-sunk',
  quiet: 'border border-transparent bg-transparent text-ink underline underline-offset-4 hover:decoration-2',
  danger: 'border border-bad bg-transparent text-bad hover:bg-bad-soft',
}

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-13 px-6 py-3 text-[.9375rem]/5',
  sm: 'min-h-11 px-4 py-2 text-sm',
}

/** The classes of a button, for an element that has to be something else (a `<summary>`, an external `<a>`). */
export function buttonClass({ variant = 'solid', size = 'md', wide = false, className = '' }: Styled = {}): string {
  const face = size === 'md' && variant !== 'quiet' ? 'font-wide font-extrabold' : 'font-sans font-bold'
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${face} ${wide ? 'w-full' : ''} ${className}`
}

/**
 * A button. `pending` keeps it focusable and announces that it is busy; presses do nothing meanwhile, neither `onClick` nor
 * submit.
 */
export function Button({
  variant,
  size,
  wide,
  className,
  pending = false,
  type = 'button',
  children,
  onClick,
  ...rest
}: Styled & ComponentProps<'button'> & { pending?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={buttonClass(styled(variant, size, wide, className))}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

/** A link of the router that looks like a button. `reloadDocument` where the target has its own security policy. */
export function LinkButton({ variant, size, wide, className, ...rest }: Styled & LinkProps) {
  return <Link {...rest} className={buttonClass(styled(variant, size, wide, className))} />
}

function styled(variant?: ButtonVariant, size?: ButtonSize, wide?: boolean, className?: string): Styled {
  return {
    ...(variant === undefined ? {} : { variant }),
    ...(size === undefined ? {} : { size }),
    ...(wide === undefined ? {} : { wide }),
    ...(className === undefined ? {} : { className }),
  }
}

/** The classes of a 44 px icon target, for buttons and links. */
export const ICON_TARGET =
  'relative inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-sm text-ink hover:bg-sunk'

/** A 44 px button that shows only an icon; `label` is its name. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...rest} aria-label={label} className={`${ICON_TARGET} ${className}`} />
}
