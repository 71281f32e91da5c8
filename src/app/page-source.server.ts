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
  /** The files of the build, or null in development. */
  staticFiles: StaticFiles | null
  /** Serves Vite's own files in development: modules, styles, hot reload. */
  middleware?: NodeMiddleware
  close(): Promise<void>
}

/** The built pages. They start loading at once, so the first request doesn't wait for them. */
export async function openBuild(root: string, { https }: Config): Promise<PageSource> {
  const read = (language: Language): Promise<ServerBuild> =>
    import(pathToFileURL(join(root, `build/${language}/server/index.js`)).href)
  const builds = { en: read('en'), hi: read('hi') }
  const folders = Object.keys(LANGUAGES).map((language) => join(root, `build/${language}/client`))
  return {
    build: (language) => builds[language],
    mode: 'production',
    staticFiles: await createStaticFiles(folders, plainHeaders(https)),
    close: async () => {},
  }
}

/** The pages from their sources, with hot reload (`npm run dev`). Vite is only loaded here. */
export async function openSources(root: string): Promise<PageSource> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  return {
    // Safe cast: React Router's Vite plugin makes this module, and its type is `ServerBuild`.
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    mode: 'development',
    staticFiles: null,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
