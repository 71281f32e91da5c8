import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { createOrder, verify } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms } from './support/context.ts'
import { describeLedger, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { smallDisk } from './support/small-disk.ts'

const SIZE = '200m'

/** Fills the disk to the last byte. */
function fill(path: string): void {
  for (const size of [1 << 20, 1 << 12, 1])
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size))
    } catch {}
}

/** The data folder's disk fills up during checkout, and is freed later. */
export async function diskFull(context: FaultContext, shoppers: number): Promise<CheckResult> {
  const promise = 'a full disk costs no order and no row'
  const requirement = `the data folder’s disk (${SIZE}) fills during checkout: clear 503, reads go on, nothing broken once there is room`
  const dataDir = await smallDisk(context, SIZE)
  if (!dataDir)
    return { promise, requirement, measured: 'this user may not mount a small file system', ok: true, skipped: true }
  const environment = await openEnvironment(context, { database: 'embedded', dataDir })
  const people = await environment.customers(shoppers)
  const half = Math.ceil(shoppers / 2)
  const before = await Promise.all(
    people.slice(0, half).map((who) => createOrder(environment.origin(), who, 'boxy-tee')),
  )
  const filler = join(dataDir, 'filler')
  fill(filler)
  const statuses: number[] = []
  const paidFull: number[] = []
  const reads: number[] = []
  for (const [index, who] of people.entries()) {
    const open = before[index]
    if (open?.status === 201) {
      const paid = await environment.sandbox.pay(String(open.body.razorpayOrderId))
      paidFull.push((await verify(environment.origin(), who, String(open.body.orderId), paid)).status)
    } else statuses.push((await createOrder(environment.origin(), who, 'boxy-tee', 1 + index)).status)
    for (const path of ['/', '/api/user/filterProduct?limit=12', `/api/user/getCartProduct/${who.id}`])
      reads.push((await call(environment.origin(), path, { token: who.token })).status)
    fill(filler)
  }
  rmSync(filler)
  const from = performance.now()
  const [last] = people.slice(-1)
  await until('orders go through again', 60_000, async () => {
    const response = last ? await createOrder(environment.origin(), last, 'boxy-tee', 3) : null
    return response?.status === 201 || sleep(200, false)
  })
  const back = performance.now() - from
  const ledger = await environment.auditUntilClean(60_000)
  const isAlive = environment.shops[0]?.isAlive() ?? false
  await environment.stop()
  const measured = `full: create-order ${formatCounts(statuses)}; verify ${formatCounts(paidFull)}; reads ${formatCounts(reads)}; orders again ${ms(back)} after there was room; ${describeLedger(ledger)}; process ${isAlive ? 'alive' : 'DIED'}`
  context.log(measured)
  const clear = [...statuses, ...paidFull].every((status) => [200, 201, 503].includes(status))
  return {
    promise,
    requirement,
    measured,
    ok: clear && reads.every((status) => status === 200) && ledger.ok && isAlive,
  }
}

export const fault: Fault = {
  about: 'the disk fills up',
  run: async (context) => [await diskFull(context, context.pick(8, 40))],
}
