import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Bank } from './bank.ts'
import { controlApp } from './control.server.ts'
import { dialogApp } from './dialog.server.ts'
import { restApp } from './rest.server.ts'
import type { SandboxEnv } from './rest-faults.server.ts'
import { badRequest, serverError } from './wire.ts'

export type AppOptions = {
  controlToken: string
  /** Origins that may frame the dialog; empty: every one. */
  shopOrigins: readonly string[]
  stopping: AbortSignal
  log: (line: string) => void
}

/** The sandbox's three faces on one origin: the REST API, the dialog, the control API. */
export function sandboxApp(bank: Bank, { controlToken, shopOrigins, stopping, log }: AppOptions): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  app.use(bodyLimit({ maxSize: 64 * 1024, onError: (c) => c.json(badRequest('The request is too large'), 413) }))
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
  })
  // Before the REST API: the script lies below /v1 too, and needs no key.
  app.route('/', dialogApp(bank, shopOrigins))
  app.route('/control', controlApp(bank, controlToken))
  app.route('/v1', restApp(bank, stopping))
  app.get('/health', (c) => c.json({ ok: true }))
  app.notFound((c) => c.json(badRequest('The requested URL was not found on the server.'), 404))
  app.onError((error, c) => {
    log(`${c.req.method} ${new URL(c.req.url).pathname.split('/', 3).join('/')}: ${error.stack ?? error.message}`)
    return c.json(serverError('The server encountered an error.'), 500)
  })
  return app
}
