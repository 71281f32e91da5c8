/** The points at which tests kill the shop. docs/reliability.md says what repairs each. */
export type Failpoint =
  | 'hold:before-commit'
  | 'hold:after-commit'
  | 'provider-order:created'
  | 'provider-order:stored'
  | 'verify:start'
  | 'settle:before-commit'
  | 'settle:after-commit'
  | 'webhook:stored'
  | 'webhook:received'
  | 'payment:captured'
  | 'refund:sent'
  | 'mail:sent'
  | 'cancel:before-commit'
  | 'cancel:after-commit'
  | 'booking:reserved'
  | 'booking:answered'

const armed = process.env.NODE_ENV === 'test' ? process.env.FAILPOINT : undefined

/** Kills the process in tests that set FAILPOINT to this name. Otherwise does nothing. */
export function failpoint(name: Failpoint): void {
  if (armed === name) process.kill(process.pid, 'SIGKILL')
}
