import { connect } from 'node:net'
import { pino } from 'pino'
import type { PaymentsConfig } from '../config.server.ts'
import { createRazorpay } from './razorpay.server.ts'

/**
 * Makes a call to the provider with the keys. @throws {Error} with one sentence if it refuses them or can't be reached
 */
export async function checkKeys(keys: Extract<PaymentsConfig, { kind: 'razorpay' }>): Promise<string> {
  const provider = createRazorpay({ ...keys, mode: 'razorpay', log: pino({ level: 'silent' }) })
  const found = await provider.findOrderByReceipt('a-check-looks-for-nothing')
  if (!found.ok && found.failure.status === 401) throw new Error('the provider refuses these keys.')
  if (!found.ok) {
    const reason = (found.failure.description || found.failure.kind).replace(/\.$/, '')
    throw new Error(`the keys couldn’t be tried. ${reason}.`)
  }
  await checkReachable(provider.checkoutUrl)
  return `the provider accepts the keys (${keys.keyId.startsWith('rzp_live_') ? 'live' : 'test'}).`
}

/** Rejects unless a server listens at the URL of the checkout script. */
function checkReachable(scriptUrl: string): Promise<void> {
  const url = new URL(scriptUrl)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port, timeout: 5_000 }, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', () => reject(new Error(`the checkout script's host ${url.host} can't be reached.`)))
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
  })
}
