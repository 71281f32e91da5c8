/** The points at which tests crash the shop (docs/reliability.md). */
export type Failpoint =
  | 'K1'
  | 'K2'
  | 'K3'
  | 'K4'
  | 'K6'
  | 'K7'
  | 'K8'
  | 'K9'
  | 'K10'
  | 'K11'
  | 'K12'
  | 'K13'
  | 'K14'
  | 'K15'

const armed = process.env.NODE_ENV === 'test' ? process.env.FAILPOINT : undefined
let left = Number(armed?.split(':')[1] ?? 1)

/**
 * Kills the process in tests that set FAILPOINT to this name (`K7`, or `K7:3` for the third time); else does nothing.
 */
export function failpoint(name: Failpoint): void {
  if (armed?.split(':')[0] !== name) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
