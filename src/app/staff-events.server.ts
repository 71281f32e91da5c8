import { toWebResponse } from '#platform/api/plain-response.server.ts'
import { refusalResponse } from '#platform/api/problem.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import type { createStaffGate } from '#shop/staff/gate.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import type { OpenShop } from './open-shop.server.ts'

/** A client that reads nothing for this many events is disconnected; its browser connects again. */
const MAX_UNREAD = 100
/** Milliseconds after which a browser connects again. */
const RETRY_MS = 3000

/**
 * `GET /api/admin/events`: server-sent events for an open staff site, outside of the contract's calls because it has no
 * end. Who may make `GET /badges` may listen. Events: `counts`, `here`, `changed` (`Live`), and `bye` before the shop
 * ends it for good.
 */
export async function streamEvents(
  { live, config }: Pick<OpenShop, 'live' | 'config'>,
  admit: ReturnType<typeof createStaffGate>,
  request: Request,
): Promise<Response> {
  const name = 'GET /badges'
  const session = await admit({ name, endpoint: staffContract[name], request })
  if (session === null) throw new Error(`${name} is public`)
  if ('ok' in session) return toWebResponse(refusalResponse(session))
  const headers = {
    ...plainHeaders(config.https),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would collect events before it sends them.
    'x-accel-buffering': 'no',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  let leave = () => {}
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (chunk: string) => {
        if ((controller.desiredSize ?? 0) < -MAX_UNREAD) return end()
        controller.enqueue(text.encode(chunk))
      }
      const end = () => {
        leave()
        try {
          controller.close()
        } catch {
          // The client has gone.
        }
      }
      write(`retry: ${RETRY_MS}\n\n`)
      leave = live.join({
        session,
        send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        beat: () => write(':\n\n'),
        end,
      })
    },
    cancel: () => leave(),
  })
  return new Response(body, { headers })
}
