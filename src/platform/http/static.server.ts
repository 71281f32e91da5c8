import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type CachedResponse, toResponse } from '../cache/cached-response.server.ts'
import { createResponseCache } from '../cache/response-cache.server.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const BINARY = new Set(['.png', '.ico', '.webp', '.avif', '.woff2', '.wasm'])

export interface StaticFiles {
  /** Null if there is no such file. */
  handle(request: Request): Promise<Response | null>
  /** A previously requested file, ready to send. */
  getCached(path: string): CachedResponse | undefined
}

/**
 * Serves the files of the browser builds. If two have the same path, the first folder's wins. They are listed at start,
 * so that no request can reach another file, and cached on first request. (Hono's `serveStatic` reads the file for each
 * request.) Those in /assets and /fonts are immutable for browsers: their URLs contain a content hash (a font's in
 * `?v=`). Documents aren't among them, because they have headers of their own.
 */
export async function createStaticFiles(
  roots: readonly string[],
  headers: Record<string, string>,
): Promise<StaticFiles> {
  const files = new Map<string, string>()
  for (const root of roots.toReversed())
    for (const path of await listFiles(root)) files.set(`/${relative(root, path).split(sep).join('/')}`, path)
  const cache = createResponseCache({ maxBytes: 32 * 1024 * 1024 })
  return {
    async handle(request) {
      const { pathname: path, searchParams } = new URL(request.url)
      const file = files.get(path)
      if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return null
      const isVersioned = searchParams.has('v')
      const cached = await cache.getOrRender(isVersioned ? `${path}?v` : path, async () => ({
        status: 200,
        headers: { ...headers, ...headersOf(path, isVersioned) },
        body: await readFile(file, BINARY.has(extname(file)) ? null : 'utf8'),
        tags: [],
      }))
      return toResponse(cached, request)
    },
    getCached: (path) => cache.get(path),
  }
}

/** The policy is for what the worker itself fetches. `no-cache`, so that a deployment replaces the worker. */
export const WORKER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  // The Hindi pages' worker, /hi/sw.js, is for /hi too.
  'service-worker-allowed': '/',
}

function headersOf(path: string, isVersioned: boolean): Record<string, string> {
  if (path.endsWith('/sw.js')) return WORKER_HEADERS
  const isImmutable = path.startsWith('/assets/') || (isVersioned && path.startsWith('/fonts/'))
  return {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  }
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && extname(entry.name) !== '.html')
    .map((entry) => join(entry.parentPath, entry.name))
}
