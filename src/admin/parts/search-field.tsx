import { Search } from 'lucide-react'
import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & { label: string }

/** A field to search with. Its label is only heard: the placeholder says what can be searched for. */
export function SearchField({ label, ...input }: Props) {
  const id = useId()
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-3"
      />
      <input
        {...input}
        id={id}
        type="search"
        className="control w-full rounded-sm border border-line-strong bg-card pr-3 pl-9.5 text-base text-ink placeholder:text-ink-3"
      />
    </div>
  )
}
