import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '#platform/config/environment.server.ts'
import { currentSpan } from '#platform/telemetry/spans.server.ts'

/** The shop's log, on standard output. A line that belongs to a trace has its id. */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    mixin: () => ({ trace: currentSpan()?.traceId }),
    redact: ['req.headers.authorization', 'token', 'otp', 'code'],
  }
  return stream ? pino(options, stream) : pino(options)
}
