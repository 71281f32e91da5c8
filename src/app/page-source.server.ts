import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Config } from '#platform/config.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { createStaticFiles, type StaticFiles } from '#platform/http/static.server.ts'
import { LANGUAGES, type Language } from '#platform/text/languages.ts'

type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Where the pages, their scripts and their styles come from. */
export interface PageSource {
  /** The build of a language. Called for each render, because it changes in development. */
  build(language: Language): Promise<ServerBuild>
  mode: 'production' | 'development'
  /** The HTML of the staff site, whose build is a separate one. `path`: for which page, in development. */
  staffDocument(path: string): Promise<string>
  /** The files of the builds, or null in development. */
  staticFiles: StaticFiles | null
  /** Serves Vite's own files in development: modules, styles, hot reload. */
  middleware?: NodeMiddleware
  close(): Promise<void>
}

/**
 * The built pages. English ones start loading at once, so the first request doesn't wait for them; those of another
 * language when they're first asked for (`runShop` does that once the shop is open).
 */
export async function openBuild(root: string, { https }: Config): Promise<PageSource> {
  const read = (language: Language): Promise<ServerBuild> =>
    import(pathToFileURL(join(root, `build/${language}/server/index.js`)).href)
  const builds: Partial<Record<Language, Promise<ServerBuild>>> = { en: read('en') }
  const folders = [...Object.keys(LANGUAGES).map((language) => `${language}/client`), 'admin']
  const staffDocument = readFile(join(root, 'build/admin/index.html'), 'utf8')
  return {
    build(language) {
      builds[language] ??= read(language)
      return builds[language]
    },
    mode: 'production',
    staffDocument: () => staffDocument,
    staticFiles: await createStaticFiles(
      folders.map((folder) => join(root, 'build', folder)),
      plainHeaders(https),
    ),
    close: async () => {},
  }
}

/** The pages from their sources, with hot reload (`npm run dev`). Vite is only loaded here. */
export async function openSources(root: string): Promise<PageSource> {
  const { createServer } = await import('vite')
  const server = { middlewareMode: true } as const
  const vite = await createServer({ root, server, appType: 'custom' })
  const staff = await createServer({ configFile: join(root, 'src/admin/vite.config.ts'), server, appType: 'custom' })
  return {
    // Safe cast: React Router's Vite plugin makes this module, and its type is `ServerBuild`.
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    staffDocument: async (path) =>
      staff.transformIndexHtml(path, await readFile(join(root, 'src/admin/index.html'), 'utf8')),
    mode: 'development',
    staticFiles: null,
    middleware(request, response, next) {
      const { url } = request
      if (!url?.startsWith('/admin/')) return vite.middlewares(request, response, next)
      staff.middlewares(request, response, () => {
        // Vite has taken its base away; the screen's address is the whole.
        request.url = url
        next()
      })
    },
    close: async () => {
      await Promise.all([vite.close(), staff.close()])
    },
  }
}
