import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface DevelopmentBuild {
  /** Vite's own files: modules, styles, hot reload. */
  middleware: NodeMiddleware
  build(): Promise<ServerBuild>
  close(): Promise<void>
}

/** Serves the pages from their sources, with hot reload (`npm run dev`). Only here Vite is loaded. */
export async function createDevelopmentBuild(root: string): Promise<DevelopmentBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
  return {
    middleware: vite.middlewares,
    // Safe cast: React Router's Vite plugin makes this module, and its type is `ServerBuild`.
    build: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    close: () => vite.close(),
  }
}
