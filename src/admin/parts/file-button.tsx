import { type ChangeEvent, type ReactNode, useId } from 'react'
import { type ButtonVariant, buttonClass } from '#ui/button.tsx'

type Props = {
  label: string
  accept: string
  onFiles: (files: File[]) => void
  multiple?: boolean
  capture?: 'environment'
  /** A folder with all that is in it, in place of files. */
  folder?: boolean
  variant?: ButtonVariant
  /** While a file is read, a press does nothing, as on a button. */
  pending?: boolean
  className?: string
  /** An icon before the label. */
  children?: ReactNode
}

/** A native file field that looks like a button. */
export function FileButton({
  label,
  onFiles,
  variant = 'outline',
  pending,
  folder,
  className = '',
  children,
  ...input
}: Props) {
  const id = useId()
  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(target.files ?? [])]
    // The same file can be chosen again.
    target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <span className={`relative ${className}`}>
      <input
        {...input}
        {...(folder ? { webkitdirectory: '' } : {})}
        id={id}
        type="file"
        aria-disabled={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : undefined}
        onChange={choose}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={buttonClass({
          variant,
          size: 'sm',
          className: 'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
        })}
      >
        {children}
        {label}
      </label>
    </span>
  )
}
