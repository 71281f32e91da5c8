import type { Bank } from './bank.ts'

/** What the bank does by itself later: a failed payment that comes through, an abandoned one, a refund's end. */
export type JobKind = 'authorize_late' | 'fail_silent' | 'refund_process' | 'refund_fail'

/** Plans a job; it survives restarts. `subject` is the payment's or refund's id. */
export function planJob(bank: Bank, kind: JobKind, subject: string, delayMs: number): void {
  bank.store.sql('INSERT INTO jobs (kind, subject, due_at) VALUES (?, ?, ?)').run(kind, subject, bank.now() + delayMs)
  bank.wake()
}
