import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { checkoutApp } from './checkout.server.ts'
import { controlApp } from './control.server.ts'
import { ProviderState } from './provider-state.server.ts'
import { Refusal, randomText } from './records.ts'
import { errorBody, restApp, type SandboxEnv } from './rest.server.ts'
import { openStore } from './store.server.ts'
import { openTaskQueue, type Task, type TaskQueue } from './tasks.server.ts'
import { deliverWebhook } from './webhooks.server.ts'

/** The keys that a shop and its sandbox share, and the bearer token of the control API. */
export interface SandboxKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
  controlToken: string
}

export interface SandboxOptions {
  /** The address to bind. */
  host: string
  /** The preferred port. If it's taken, any free one, unless `strictPort`. */
  port: number
  strictPort?: boolean
  /** The host name that the browser uses. */
  publicHostname: string
  /** By default those in `dataDir`, created at the first start. */
  keys?: SandboxKeys
  /** Where signed events are posted. */
  webhookUrl: string
  dataDir: string
  log?: (line: string) => void
}

export interface Sandbox {
  /** The URL for browser and shop: `http://localhost:4100`. */
  origin: string
  keys: SandboxKeys
  stop(): Promise<void>
}

/** Reads the keys, or creates and stores them, so that signatures stay valid after a restart. */
function readKeys(dataDir: string): SandboxKeys {
  const path = join(dataDir, 'keys.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const secret = () => randomBytes(24).toString('base64url')
    const keys: SandboxKeys = {
      keyId: `rzp_test_${randomText(14)}`,
      keySecret: secret(),
      webhookSecret: secret(),
      controlToken: secret(),
    }
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, JSON.stringify(keys), { mode: 0o600 })
    return keys
  }
}

function createApp(state: ProviderState, queue: TaskQueue, keys: SandboxKeys, stopSignal: AbortSignal) {
  const app = new Hono<SandboxEnv>()
  app.use(
    bodyLimit({ maxSize: 64 * 1024 }),
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ['http:', 'https:'],
      },
      // The shop's page embeds the script and the dialog.
      crossOriginResourcePolicy: 'cross-origin',
      xFrameOptions: false,
    }),
    async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    },
  )
  // Before the REST API, because the checkout script is below /v1 too but needs no key.
  app.route('/', checkoutApp(state, keys.keyId))
  app.route('/control', controlApp(state, queue, keys.controlToken))
  app.route('/v1', restApp(state, keys, stopSignal))
  app.notFound((c) => c.json(errorBody('BAD_REQUEST_ERROR', 'The requested URL was not found on the server.'), 404))
  return app
}

/** @returns the port, or another free one if `port` is taken, unless `strictPort` */
async function listen(
  server: Server,
  { host, port, strictPort = false }: Pick<SandboxOptions, 'host' | 'port' | 'strictPort'>,
): Promise<number> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || strictPort) throw error
    return listen(server, { host, port: 0, strictPort: true })
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

async function runTask(state: ProviderState, task: Task, defaultUrl: string, signal: AbortSignal): Promise<boolean> {
  if (task.kind === 'webhook') return deliverWebhook(task, state.settings.webhookUrl ?? defaultUrl, signal)
  if (task.kind === 'authorize_late') state.authorizeLate(task.paymentId)
  else state.finishRefund(task.refundId, 'processed')
  return true
}

/**
 * Starts the built-in payment provider on its own port. What it stores in `dataDir`, including queued events, survives
 * restarts. @throws {Error} with live keys, or with `strictPort` if the port is taken
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, publicHostname, webhookUrl, log = () => {} } = options
  const keys = options.keys ?? readKeys(dataDir)
  if (keys.keyId.startsWith('rzp_live_'))
    throw new Error('The payment sandbox doesn’t start with live keys: RAZORPAY_KEY_ID begins with rzp_live_.')
  const store = openStore(dataDir)
  const queue = openTaskQueue(store.db, log)
  const state = new ProviderState(store, queue, keys)
  const stopping = new AbortController()
  const app = createApp(state, queue, keys, stopping.signal)
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof Refusal) return c.json(errorBody('BAD_REQUEST_ERROR', error.message, error.field), 400)
    log(`${c.req.method} ${c.req.path}: ${error.stack}`)
    return c.json(errorBody('SERVER_ERROR', 'The server encountered an error.'), 500)
  })
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  const port = await listen(server, options).catch((error: unknown) => {
    store.db.close()
    throw error
  })
  queue.start((task) => runTask(state, task, webhookUrl, stopping.signal))
  const stop = async () => {
    stopping.abort()
    const closed = once(server, 'close')
    server.close()
    // Keep-alive connections must not delay the stop.
    const timer = setTimeout(() => server.closeAllConnections(), 1000)
    await Promise.all([closed, queue.stop()])
    clearTimeout(timer)
    store.db.close()
  }
  let stopped: Promise<void> | undefined
  return {
    origin: `http://${publicHostname}:${port}`,
    keys,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
