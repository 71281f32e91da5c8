import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { toResponse } from '../cache/cached-response.server.ts'
import { createResponseCache } from '../cache/response-cache.server.ts'
import { escapeHtml } from '../html.server.ts'
import { problem } from './problem.server.ts'

/** Swagger UI's icons are `data:` images. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Without `validatorUrl: null` the page would send the document's address to Swagger's validator. */
const START = "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', validatorUrl: null })\n"

const CSS = 'text/css; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'
const readUrl = (url: string) => () => readFile(fileURLToPath(url), 'utf8')

const FILES = new Map([
  ['swagger-ui.css', { type: CSS, read: readUrl(import.meta.resolve('swagger-ui-dist/swagger-ui.css')) }],
  ['swagger-ui.js', { type: JAVASCRIPT, read: readUrl(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')) }],
  ['start.js', { type: JAVASCRIPT, read: async () => START }],
])

/**
 * Swagger UI over the API document (decision 002): its page and its files, for a base path. `headers`: those of the
 * cached files.
 */
export function apiDocs(title: string, base: string, headers: Record<string, string>): Hono {
  const app = new Hono()
  const cache = createResponseCache({ maxBytes: 16 * 1024 * 1024 })
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${base}/swagger-ui.css"><script src="${base}/swagger-ui.js" defer></script>
<script src="${base}/start.js" defer></script></head><body><main id="docs"></main></body></html>`
  app.get('/', (context) => context.html(page, 200, { 'content-security-policy': POLICY }))
  app.get('/:file', async ({ req }) => {
    const file = FILES.get(req.param('file'))
    if (!file) return problem('not_found', 'File not found.')
    const render = async () => ({
      status: 200,
      headers: { ...headers, 'content-type': file.type, 'cache-control': 'public, max-age=3600' },
      body: await file.read(),
      tags: [],
    })
    return toResponse(await cache.getOrRender(req.path, render), req.raw)
  })
  return app
}
