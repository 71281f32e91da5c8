import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'

/**
 * `primary` is the main action of a page; `secondary` and `outline` are the others; `text` looks like a link; `danger` can't be undone.
 * The staff site has no `secondary` (docs/decisions/030).
 */
export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'text' | 'danger'
export type ButtonSize = 'md' | 'sm'

type Styled = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  className?: string | undefined
}

const BASE =
  'button inline-flex cursor-pointer items-center justify-center gap-2 rounded-sm text-center no-underline transition-colors print:hidden ' +
  'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border border-signal bg-signal text-on-signal hover:border-ink',
  secondary: 'border border-btn bg-btn text-on-btn hover:bg-ink-2 hover:border-ink-2',
  outline: 'border border-ink bg-transparent text-ink hover:bg-sunk',
  text: 'border border-transparent bg-transparent text-ink underline underline-offset-4 hover:decoration-2',
  danger: 'border border-bad bg-bad text-paper hover:border-ink',
}

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-13 px-6 py-3 text-[.9375rem]/5',
  sm: 'min-h-11 px-4 py-2 text-sm',
}

/** The classes of a button, for other elements (a `<summary>`, an external `<a>`). */
export function buttonClass({ variant = 'secondary', size = 'md', wide = false, className = '' }: Styled = {}): string {
  const face = size === 'md' && variant !== 'text' ? 'font-wide font-extrabold' : 'font-sans font-bold'
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${face} ${wide ? 'w-full' : ''} ${className}`
}

/** A button. While it's `pending`, it keeps the focus and is announced as busy, but a press does nothing. */
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
      className={buttonClass({ variant, size, wide, className })}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  )
}

/** A router link that looks like a button. Use `reloadDocument` if the target has its own security policy. */
export function LinkButton({ variant, size, wide, className, ...rest }: Styled & LinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, wide, className })} />
}

/** The classes of a 44 px icon target, for buttons and links. */
export const ICON_TARGET =
  'relative inline-grid size-11 max-w-[14vw] shrink-0 cursor-pointer place-items-center rounded-sm text-ink hover:bg-sunk print:hidden'

/** A 44 px button that shows only an icon; `label` is its name. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return <button type="button" {...rest} aria-label={label} className={`${ICON_TARGET} ${className}`} />
}
