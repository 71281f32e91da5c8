import { printError, wantsJson } from './command.ts'

interface Step {
  done: number
  total: number
  failed: number
}

/**
 * Shows the progress of a long step on standard error: on one line of a terminal, elsewhere as a line every few
 * seconds.
 */
export function createProgress(things: string): (step: Step) => void {
  const interval = process.stderr.isTTY ? 200 : 5000
  let start = 0
  let shown = 0
  return (step) => {
    if (wantsJson()) return
    const now = Date.now()
    const isFirst = start === 0
    if (isFirst) start = now
    const last = step.done === step.total
    if (!isFirst && now - shown < interval && !(last && process.stderr.isTTY)) return
    shown = now
    const line = progressLine(things, step, now - start)
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}${last ? '\n' : ''}`)
    else printError(line)
  }
}

/** `120 of 4000 pictures, 3 failed, 1.5/s, 43 min left`. */
function progressLine(things: string, { done, total, failed }: Step, elapsedMs: number): string {
  if (done === 0) return `0 of ${total} ${things}`
  const rate = done / (Math.max(elapsedMs, 1) / 1000)
  const seconds = Math.ceil((total - done) / Math.max(rate, 0.001))
  const left = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `${done} of ${total} ${things}${failed > 0 ? `, ${failed} failed` : ''}, ${rate.toFixed(1)}/s, ${left} left`
}
