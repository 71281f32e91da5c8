import { readLimited } from '../api/body.server.ts'
import type { Clock } from '../clock.ts'

const MOST_BYTES = 16 * 1024
/** Anybody can send reports: more than these in a minute tell nothing new and would only fill the disk. */
const MOST_LOGGED = 30

/** Takes what browsers report about a page's content security policy; answers 204, whatever came. */
export function createPolicyReports(
  log: { warn(fields: object, message: string): void },
  clock: Clock,
): { answer(request: Request): Promise<Response> } {
  let minute = 0
  let logged = 0
  return {
    async answer(request) {
      const now = Math.floor(clock.now().getTime() / 60_000)
      if (now !== minute) {
        minute = now
        logged = 0
      }
      const body = await readLimited(request, MOST_BYTES)
      if (body && body.byteLength > 0 && logged < MOST_LOGGED) {
        logged++
        log.warn({ report: new TextDecoder().decode(body) }, 'a page broke its content security policy')
      }
      return new Response(null, { status: 204 })
    },
  }
}
