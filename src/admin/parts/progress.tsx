interface Props {
  /** What it's the progress of, for screen readers. */
  label: string
  done: number
  of: number
}

/** How far something is: a bar below the words that say it. */
export function Progress({ label, done, of }: Props) {
  return <progress value={done} max={Math.max(of, done, 1)} aria-label={label} />
}
