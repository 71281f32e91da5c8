import { Search } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & { label: string }

/** A field to search with. Its label is only heard: the placeholder says what can be searched for. */
export function SearchField({ label, ...input }: Props) {
  const id = useId()
  return (
    <div className="relative pb-4">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search size={19} aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
      <input
        {...input}
        id={id}
        type="search"
        className="h-12 w-full rounded-sm border border-line-strong bg-card pr-3 pl-11 text-base text-ink placeholder:text-ink-3 lg:max-w-160"
      />
    </div>
  )
}
