import { readLimited } from '../api/body.server.ts'
import type { Clock } from '../clock.ts'

const MAX_BYTES = 16 * 1024
/** Anyone can send reports, so they mustn't fill the disk. */
const MAX_LOGGED_PER_MINUTE = 30

/** Logs browsers' reports of content security policy violations; always responds with 204. */
export function createPolicyReports(
  log: { warn(fields: object, message: string): void },
  clock: Clock,
): (request: Request) => Promise<Response> {
  let minute = 0
  let logged = 0
  return async (request) => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now !== minute) {
      minute = now
      logged = 0
    }
    const body = await readLimited(request, MAX_BYTES)
    if (body && body.byteLength > 0 && logged < MAX_LOGGED_PER_MINUTE) {
      logged++
      log.warn({ report: new TextDecoder().decode(body) }, 'a page violated its content security policy')
    }
    return new Response(null, { status: 204 })
  }
}
