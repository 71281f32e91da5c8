import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createApi } from '#platform/api/client.ts'
import type { CallEnvironment } from '#platform/api/mount.server.ts'
import { problem } from '#platform/api/problem.server.ts'
import { type RenderedResponse, toResponse } from '#platform/cache/cached-response.server.ts'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import {
  inlineScriptHashes,
  inlineStyleHashes,
  type PagePolicy,
  pageHeaders,
} from '#platform/http/security-headers.server.ts'
import { traced } from '#platform/telemetry/spans.server.ts'
import { type Language, splitLanguage } from '#platform/text/languages.ts'
import { runInLanguage } from '#platform/text/request-language.server.ts'
import type { ShopContract } from '#shop/contract.ts'
import type { apiContext as apiContextType } from './context.ts'
import { pageKey } from './page-key.ts'

export interface PagesOptions {
  /** The build of the pages. Called for each render, because the development server rebuilds it. */
  build(language: Language): Promise<ServerBuild>
  mode: 'production' | 'development'
  publicUrl: string
  cache: ResponseCache
  /** Calls the API in-process: a page's loaders make the same calls as the browser. */
  callApi(request: Request, environment: CallEnvironment): Promise<Response> | Response
  /** What the page at a path may load beyond the shop's own origin. */
  policyFor(path: string): PagePolicy
}

/** Pages with longer URLs aren't cached. */
const MAX_CACHED_URL = 600

/**
 * Handles requests for pages. A page request never includes a login (SPEC 6: it's in session storage), so every page is
 * the same for all clients. It's rendered once with React and cached with its policy until a write invalidates it.
 */
export function createPages(options: PagesOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return problem('method_not_allowed', 'Method not allowed; use GET or HEAD.', {}, { allow: 'GET, HEAD' })
    const { pathname, search } = new URL(request.url)
    const { language } = splitLanguage(pathname)
    const key = pageKey(pathname, search)
    const shownSearch = key.slice(pathname.length)
    const cached = await options.cache.getOrRender(key, () =>
      runInLanguage(language, () => traced('render page', {}, () => renderPage(options, pathname, shownSearch))),
    )
    return toResponse(cached, request)
  }
}

/** A page anew, whatever is cached. */
export async function renderPage(options: PagesOptions, path: string, search: string): Promise<RenderedResponse> {
  const shown = splitLanguage(path)
  const build = await options.build(shown.language)
  const calls: Calls = { tags: new Set(), failed: false, isPersonal: false }
  const context = new RouterContextProvider()
  context.set(contextKey(build), apiFor(options, calls))
  const handle = createRequestHandler(build, options.mode)
  const page = await handle(new Request(urlOf(options.publicUrl, path, search)), context)
  const body = Buffer.from(await page.arrayBuffer())
  const policy = options.policyFor(shown.path)
  const location = page.headers.get('location')
  const headers = {
    'content-type': page.headers.get('content-type') ?? 'text/html; charset=utf-8',
    'cache-control': calls.isPersonal ? 'private, no-store' : 'public, max-age=0, must-revalidate',
    ...(options.mode === 'development' ? {} : pageHeaders({ ...policy, ...hashesOf(body) })),
    ...(location ? { location } : {}),
  }
  const isComplete =
    page.status === 200 && !calls.failed && !calls.isPersonal && path.length + search.length <= MAX_CACHED_URL
  const isCacheable = options.mode === 'production' && isComplete
  return { status: page.status, headers, body, isText: true, tags: [...calls.tags], isCacheable }
}

/**
 * The path is assigned rather than parsed, because one starting with two slashes would be parsed as a host name. The
 * second slash is escaped, because the router would ignore it, and no page has such a path.
 */
function urlOf(publicUrl: string, path: string, search: string): URL {
  const url = new URL(publicUrl)
  url.pathname = path.replaceAll('//', '/%2F')
  url.search = search
  return url
}

/**
 * The context key of the API. Keys are compared by identity, and the bundle has its own copy of `context.ts`, which
 * entry.server.tsx exports.
 */
function contextKey(build: ServerBuild): typeof apiContextType {
  // Safe cast: entry.server.tsx exports `apiContext` of `context.ts`; the check below catches a build without it.
  const { apiContext: key } = build.entry.module as unknown as { apiContext?: typeof apiContextType }
  if (!key) throw new Error('The build of the pages does not export apiContext.')
  return key
}

/** The cache tags of all API responses of a page, and whether a call failed or was for one person (then the page isn't cached). */
interface Calls {
  tags: Set<string>
  failed: boolean
  isPersonal: boolean
}

function apiFor(options: PagesOptions, calls: Calls) {
  return createApi<ShopContract>({
    base: `${options.publicUrl}/api`,
    async fetch(url, init) {
      const tags = new Set<string>()
      const response = await options.callApi(new Request(url, init), { tags })
      for (const tag of tags) calls.tags.add(showsCards(url) ? tag.replace(/^product:/, 'card:') : tag)
      if (response.status >= 500) calls.failed = true
      if (PERSONAL.test(url)) calls.isPersonal = true
      return response
    },
  })
}

/** Calls for whoever has a link. */
const PERSONAL = /\/api\/user\/(?:pay|sharedWishlist)\//

/** True if pages show the products of this call as cards, which most changes of a quantity don't change. */
const showsCards = (url: string) => !url.includes('/api/product/getProductDetail/')

/** Decodes the page as Latin-1, one character per byte, so the hashes match its bytes. */
function hashesOf(bytes: Buffer) {
  const body = bytes.toString('latin1')
  return { inlineHashes: inlineScriptHashes(body), styleHashes: inlineStyleHashes(body) }
}
