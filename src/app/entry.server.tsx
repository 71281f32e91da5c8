import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { createTurns } from '#platform/process/turns.server.ts'
import { deferScripts } from './deferred-scripts.ts'

/** The server sets the API under this key. Keys are compared by identity, so it must be the bundle's own copy. */
export { apiContext } from '#app/context.ts'

/** Rendering takes milliseconds, in which the event loop stands still. */
const takeTurn = createTurns()

/**
 * Renders a whole document. It isn't streamed, because it's cached for all visitors and its policy header has the
 * hashes of its inline scripts. The origin of `request` is the shop's public origin.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  await takeTurn()
  let finalStatus = status
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError() {
      finalStatus = 500
    },
  })
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const body = request.method === 'HEAD' ? null : deferScripts(await new Response(stream).text())
  return new Response(body, { status: finalStatus, headers })
}
