import { AsyncLocalStorage } from 'node:async_hooks'

/** Figures and codes only: nothing of a person may go into a trace. */
export type SpanAttributes = Record<string, string | number | boolean>

/** One step of a trace, with a name that the code gives it, never a path or a text from outside. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The value of W3C Trace Context's header, for work that continues this trace later. */
  readonly traceparent: string
  readonly isEnded: boolean
  child(name: string, attributes?: SpanAttributes): Span
  rename(name: string, attributes?: SpanAttributes): void
  set(attributes: SpanAttributes): void
  /** Marks the step as failed. `code` as of `codeOf`. */
  fail(code: string): void
  /** Says that a round of a job did something. Rounds that did nothing aren't sent. */
  keep(): void
  end(): void
}

export interface SpanOptions {
  kind: 'request' | 'job' | 'mail'
  /** The `traceparent` that it continues. One that can't be read counts as none. */
  parent?: string | null | undefined
  /** When it began, in milliseconds since 1970; by default now. */
  startedAt?: number
}

/** Begins traces. Without one nothing is traced, at no cost. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span
}

const current = new AsyncLocalStorage<Span>()

/** The step under way; undefined if nothing is traced. */
export function currentSpan(): Span | undefined {
  return current.getStore()
}

/** Runs `work` so that its steps are those of `span`. Without one it just runs. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

/** Runs `work` as a step of the trace under way, if there is one. What outlives its step, such as a loop, isn't traced. */
export async function traced<T>(
  name: string,
  attributes: SpanAttributes,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const parent = current.getStore()
  if (!parent || parent.isEnded) return work(undefined)
  return tracedAs(parent.child(name, attributes), work)
}

/** Runs `work` as the step `span`, and ends that. */
export async function tracedAs<T>(span: Span | undefined, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!span) return work(undefined)
  try {
    return await current.run(span, () => work(span))
  } catch (error) {
    span.fail(codeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** What a trace says of an error: its code, else its class. Its message may repeat what somebody typed. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name.replace(/\W/g, '').slice(0, 40)
}
