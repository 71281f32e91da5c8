import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { type StoredAnswer, toResponse } from '../cache/cached-response.server.ts'
import { createByteCache } from '../cache/response-cache.server.ts'

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
}
const BINARY = new Set(['.png', '.ico', '.webp', '.avif', '.woff2'])

export interface StaticFiles {
  answer(request: Request): Promise<Response | null>
  /** A file that was asked for before, ready to send. */
  lookup(path: string): StoredAnswer | undefined
}

/**
 * The files of the browser's build. The list is read once at start, so a request can only name what was built; they are
 * read, and texts compressed, at first use and kept. Names with a content hash never change and say so.
 */
export async function createStaticFiles(root: string, headers: Record<string, string>): Promise<StaticFiles> {
  const files = new Map<string, string>()
  for (const path of await listFiles(root)) files.set(`/${relative(root, path).split(sep).join('/')}`, path)
  const cache = createByteCache({ maxBytes: 32 * 1024 * 1024 })
  return {
    async answer(request) {
      const path = new URL(request.url).pathname
      const file = files.get(path)
      if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return null
      const stored = await cache.obtain(path, async () => ({
        status: 200,
        headers: { ...headers, ...head(path) },
        body: await readFile(file, BINARY.has(extname(file)) ? null : 'utf8'),
        tags: [],
      }))
      return toResponse(stored, request)
    },
    lookup: (path) => cache.lookup(path),
  }
}

function head(path: string): Record<string, string> {
  const forever = path.startsWith('/assets/') || path.startsWith('/fonts/')
  return {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  }
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
