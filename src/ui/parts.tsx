import type { ReactNode } from 'react'

export type Tone = 'signal' | 'ok' | 'bad' | 'warn' | 'violet' | 'plain'

const TAGS: Record<Tone, string> = {
  signal: 'bg-signal text-on-signal',
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  violet: 'bg-violet-soft text-ink',
  plain: 'bg-sunk text-ink-2 dark:bg-line',
}

/** A small coloured label: New, Default, Open, Closed. */
export function Tag({ tone = 'signal', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-xs px-2 py-0.5 text-2xs font-bold whitespace-nowrap ${TAGS[tone]}`}>
      {children}
    </span>
  )
}

type NoticeProps = { tone?: Tone; live?: boolean; children: ReactNode }

/** A persistent message panel, for messages too long for a toast. `live`: screen readers announce it. */
export function Notice({ tone = 'violet', live = false, children }: NoticeProps) {
  return (
    <div role={live ? 'alert' : undefined} className={`grid gap-2 rounded-sm px-4 py-3 wrap-anywhere ${TAGS[tone]}`}>
      {children}
    </div>
  )
}

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={`break-inside-avoid rounded-md border border-line bg-card p-4 md:p-5 ${className}`}>{children}</div>
  )
}

/** The classes of two columns, the second with the summary of an order; on a phone it's below. */
export const WITH_SUMMARY =
  'grid grid-cols-1 items-start gap-8 tablet:grid-cols-[minmax(0,1fr)_min(24rem,41%)] lg:gap-12'

/** The heading of a page, with a text below. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid gap-2 pt-8 pb-6 md:pt-12">
      <h1 className="font-wide text-2xl font-extrabold tracking-display text-balance wrap-anywhere">{title}</h1>
      {children ? <div className="max-w-160 text-pretty text-ink-2">{children}</div> : null}
    </div>
  )
}
