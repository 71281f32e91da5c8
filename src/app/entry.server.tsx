import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { deferScripts } from './deferred-scripts.ts'
import { PublicOrigin } from './public-origin.tsx'

/** The server sets its API under this key. Keys are compared by identity, so it takes the bundle's own copy from here. */
export { apiContext } from '#app/context.ts'

/**
 * Renders a whole document. It is not streamed, because the response is cached for every visitor and its script policy holds
 * the hashes of its inline scripts. The request's origin is taken as the shop's public one, for the canonical address.
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
  const body = request.method === 'HEAD' ? null : deferScripts(await new Response(stream).text())
  return new Response(body, { status: finalStatus, headers })
}
