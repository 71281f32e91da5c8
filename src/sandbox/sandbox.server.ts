import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { sandboxApp } from './app.server.ts'
import type { Bank } from './bank.ts'
import { openStore } from './database.server.ts'
import { startWorker } from './worker.server.ts'

export type SandboxOptions = {
  /** Address to bind. Default 127.0.0.1. */
  host?: string
  /** 0 or the preferred port; when that is taken any free one, unless `strictPort`. */
  port: number
  strictPort?: boolean
  /** Host name the browser uses, for the origin. Default `localhost`. */
  publicHostname?: string
  /** The whole origin, where a proxy stands before the sandbox; else `http://publicHostname:port`. */
  publicOrigin?: string
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Secret before the last rotation, for `webhook_old_secret`. Default: `old_` + webhookSecret. */
  oldWebhookSecret?: string
  /** Where signed events are posted. */
  webhookUrl: string
  /** Bearer token of the control API; empty: no control API. */
  controlToken: string
  dataDir: string
  /** Origins that may frame the dialog; default any http(s) origin. */
  shopOrigins?: readonly string[]
  log?: (line: string) => void
  /** Milliseconds since 1970. Default Date.now. */
  now?: () => number
}

export type Sandbox = {
  /** Where the browser and the shop find it: `http://localhost:4100`. */
  origin: string
  port: number
  stop(): Promise<void>
}

function refuseLiveKeys(options: SandboxOptions): void {
  if (!options.keyId.startsWith('rzp_live_')) return
  throw new Error(
    'The payment sandbox does not start beside live keys: RAZORPAY_KEY_ID begins with rzp_live_. Use test keys, or run without the sandbox.',
  )
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

async function listenNear(server: Server, host: string, options: SandboxOptions): Promise<number> {
  try {
    await listen(server, host, options.port)
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken || options.strictPort === true || options.port === 0) throw error
    await listen(server, host, 0)
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on no port')
  return address.port
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  // A call held back by rest_hang, or a browser's keep-alive, may not hold up the stop.
  const timer = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearTimeout(timer)
}

function bankOf(options: SandboxOptions): Bank {
  const { keyId, keySecret, webhookSecret } = options
  const oldWebhookSecret = options.oldWebhookSecret ?? `old_${webhookSecret}`
  return {
    store: openStore(options.dataDir),
    keys: { keyId, keySecret, webhookSecret, oldWebhookSecret },
    now: options.now ?? Date.now,
    wake: () => undefined,
    webhookUrl: options.webhookUrl,
  }
}

/**
 * Starts the built-in payment provider on its own origin. Its books lie in `dataDir` and
 * survive restarts; queued events go on where they stopped. Throws beside live keys, and when the port is taken under
 * `strictPort`.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  refuseLiveKeys(options)
  const log = options.log ?? (() => undefined)
  const bank = bankOf(options)
  const stopping = new AbortController()
  const app = sandboxApp(bank, {
    controlToken: options.controlToken,
    shopOrigins: options.shopOrigins ?? [],
    stopping: stopping.signal,
    log,
  })
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  const port = await listenNear(server, options.host ?? '127.0.0.1', options).catch((error: unknown) => {
    bank.store.db.close()
    throw error
  })
  const worker = startWorker(bank, log)
  bank.wake = worker.wake
  const stop = async () => {
    stopping.abort()
    await Promise.all([close(server), worker.stop()])
    bank.store.db.close()
  }
  let stopped: Promise<void> | undefined
  return {
    origin: options.publicOrigin ?? `http://${options.publicHostname ?? 'localhost'}:${port}`,
    port,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
