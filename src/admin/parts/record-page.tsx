import type { ReactNode } from 'react'
import { Card } from '#ui/parts.tsx'
import { PageHead } from './page-head.tsx'
import { When } from './when.tsx'

type Props = {
  title: string
  /** Where Back leads, by its name: "All orders". */
  back: { to: string; label: string }
  /** Beside the title: tags. */
  state?: ReactNode
  /** The next step: one filled button. */
  next?: ReactNode
  /** What else can be done: outlined buttons. */
  actions?: ReactNode
  children: ReactNode
  /** Beside the record on a wide screen, after it on a narrow one. */
  aside?: ReactNode
}

/** One record: on a phone a single column, with the next step first. */
export function RecordPage({ title, back, state, next, actions, children, aside }: Props) {
  return (
    <div className="page">
      <PageHead title={title} back={back} state={state}>
        {next}
        {actions}
      </PageHead>
      <div className={aside === undefined ? 'grid gap-4' : 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]'}>
        <div className="grid min-w-0 gap-4">{children}</div>
        {aside === undefined ? null : <div className="grid min-w-0 content-start gap-4 self-stretch">{aside}</div>}
      </div>
    </div>
  )
}

interface SectionProps {
  /** What an address names the part by. */
  id?: string
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A part of a record, with its own heading. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section id={id} className="scroll-mt-24">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-4 pb-3">
          <h2 className="text-lg font-bold">{title}</h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  )
}

/** Facts of a record: name and value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What happened, in the order given. */
export function Timeline({
  entries,
}: {
  entries: readonly { id: string; at: string; what: ReactNode; who?: string | undefined }[]
}) {
  return (
    <ol className="grid gap-3 border-l-2 border-line pl-4">
      {entries.map(({ id, at, what, who }) => (
        <li
          key={id}
          className="relative before:absolute before:top-2 before:-left-[1.3125rem] before:size-2 before:rounded-pill before:bg-line-strong"
        >
          <div className="wrap-anywhere">{what}</div>
          <p className="text-xs text-ink-3">
            <When at={at} />
            {who === undefined ? null : ` · ${who}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
