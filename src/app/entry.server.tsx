import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { putScriptsOff } from './first-paint.ts'
import { PublicOrigin } from './public-origin.tsx'

/** The server hands its API over under this key; the bundle has its own copy of the module, so it leaves by here. */
export { apiContext } from '#app/context.ts'

/**
 * Renders one document whole. Nothing is streamed: the bytes are kept and handed to every visitor, and the page's
 * script policy is made from their hashes.
 *
 * The request's own origin is taken as the shop's public one, for the canonical address.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  let finalStatus = status
  const stream = await renderToReadableStream(
    <PublicOrigin value={new URL(request.url).origin}>
      <ServerRouter context={context} url={request.url} />
    </PublicOrigin>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError() {
        finalStatus = 500
      },
    },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const body = request.method === 'HEAD' ? null : putScriptsOff(await new Response(stream).text())
  return new Response(body, { status: finalStatus, headers })
}
