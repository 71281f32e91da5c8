import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createApi } from '#platform/api/client.ts'
import type { CallEnvironment } from '#platform/api/mount.server.ts'
import { type FreshAnswer, toResponse } from '#platform/cache/cached-response.server.ts'
import type { ByteCache } from '#platform/cache/response-cache.server.ts'
import {
  inlineScriptHashes,
  inlineStyleHashes,
  type PagePolicy,
  pageHeaders,
} from '#platform/http/security-headers.server.ts'
import type { ShopContract } from '#shop/contract.ts'
import type { apiContext as apiContextType } from './context.ts'

export interface PagesOptions {
  /** The build of the screens; asked for at each render, so that the development server can hand in a newer one. */
  build(): Promise<ServerBuild>
  mode: 'production' | 'development'
  publicUrl: string
  cache: ByteCache
  /** Answers the API in-process: what a page shows comes through the same door as the browser's calls. */
  callApi(request: Request, environment: CallEnvironment): Promise<Response> | Response
  /** What a page's address allows beyond the shop's own origin. */
  policyFor(path: string): OpenPolicy
}

export interface Pages {
  answer(request: Request): Promise<Response>
}

/** A page's policy but for what its own bytes say. */
export type OpenPolicy = Omit<PagePolicy, 'inlineHashes' | 'styleHashes'>

const MAX_KEPT_ADDRESS = 600

/**
 * The pages. A login never reaches the server with a page request (SPEC 6: it lives in session storage), so every page
 * is the same for everybody: rendered once with React, kept as compressed bytes with their own policy, and handed out
 * until a write makes them stale.
 */
export function createPages(options: PagesOptions): Pages {
  return {
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
      const { pathname, search } = new URL(request.url)
      const stored = await options.cache.obtain(`${pathname}${search}`, () => renderPage(options, pathname, search))
      return toResponse(stored, request)
    },
  }
}

async function renderPage(options: PagesOptions, path: string, search: string): Promise<FreshAnswer> {
  const build = await options.build()
  const calls: Calls = { tags: new Set(), failed: false }
  const context = new RouterContextProvider()
  context.set(contextKey(build), apiFor(options, calls))
  const handle = createRequestHandler(build, options.mode)
  const page = await handle(new Request(addressOf(options.publicUrl, path, search)), context)
  const body = Buffer.from(await page.arrayBuffer())
  const policy = options.policyFor(path)
  const headers = {
    'content-type': page.headers.get('content-type') ?? 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    ...(options.mode === 'development' ? {} : pageHeaders({ ...policy, ...hashesOf(body) })),
    ...locationOf(page),
  }
  const isKeepable = page.status === 200 && !calls.failed && path.length + search.length <= MAX_KEPT_ADDRESS
  const keep = options.mode === 'production' && isKeepable
  return { status: page.status, headers, body, isText: true, tags: [...calls.tags], keep }
}

/**
 * Set, not parsed: a path that begins with two slashes would be taken for another host's name. The router takes two
 * slashes for one; here they are part of an address that is no page.
 */
function addressOf(publicUrl: string, path: string, search: string): URL {
  const address = new URL(publicUrl)
  address.pathname = path.replaceAll('//', '/%2F')
  address.search = search
  return address
}

/**
 * The key under which a loader finds the API. The bundle has a copy of `context.ts` of its own, and keys are compared
 * by identity, so the bundle's is taken: entry.server.tsx exports it.
 */
function contextKey(build: ServerBuild): typeof apiContextType {
  // Proof: entry.server.tsx exports `apiContext` of `context.ts`; the check below catches a build without it.
  const { apiContext: key } = build.entry.module as unknown as { apiContext?: typeof apiContextType }
  if (!key) throw new Error('The build of the pages does not export apiContext.')
  return key
}

/** What a page's calls came to. A page with a part that failed is for those who wait, and the next one is made anew. */
interface Calls {
  tags: Set<string>
  failed: boolean
}

function apiFor(options: PagesOptions, calls: Calls) {
  return createApi<ShopContract>({
    base: `${options.publicUrl}/api`,
    async fetch(url, init) {
      const answer = await options.callApi(new Request(url, init), { tags: calls.tags })
      if (answer.status >= 500) calls.failed = true
      return answer
    },
  })
}

/** The bytes stay bytes: what stands between two tags is the same text in Latin-1, byte for byte. */
function hashesOf(bytes: Buffer) {
  const body = bytes.toString('latin1')
  return { inlineHashes: inlineScriptHashes(body), styleHashes: inlineStyleHashes(body) }
}

function locationOf(page: Response): Record<string, string> {
  const location = page.headers.get('location')
  return location ? { location } : {}
}
