import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Title } from './title.tsx'

type Props = {
  title: string
  /** What stands in the browser's tab, if the title alone wouldn't say it there. */
  tab?: string
  /** Where Back leads, by its name: "All orders". */
  back?: { to: string; label: string } | undefined
  /** At the other end of the way back's line: the place in a list. */
  place?: ReactNode
  /** Beside the title: tags. */
  state?: ReactNode
  /** At the end of the line: search, links and buttons, the next step first. */
  children?: ReactNode
}

/** The head of every screen: the way back, the title with its state, and what can be done, on one line if there is room. */
export function PageHead({ title, tab = title, back, place, state, children }: Props) {
  return (
    <header className="pb-4">
      <Title>{tab}</Title>
      {back === undefined ? null : (
        <div className="flex items-center justify-between">
          <Link
            to={back.to}
            className="-ml-1 inline-flex min-h-11 items-center gap-1 pr-3 text-sm text-ink-2 no-underline hover:text-ink hover:underline lg:min-h-8"
          >
            <ChevronLeft size={18} aria-hidden="true" />
            {back.label}
          </Link>
          {place}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="font-wide text-xl/8 font-extrabold tracking-display wrap-anywhere">{title}</h1>
        {state}
        {children === undefined ? null : (
          <div className="flex min-w-0 flex-wrap items-center gap-2 max-lg:w-full print:hidden lg:ml-auto">
            {children}
          </div>
        )}
      </div>
    </header>
  )
}
