import { freePort } from '../support/processes.ts'
import { type CheckResult, type Fault, type FaultContext, ms } from './support/context.ts'
import { runShop, startShop } from './support/processes.ts'

/** A second shop on a data folder exits with one line; a killed owner's lock is taken over. */
export async function secondOwner(context: FaultContext): Promise<CheckResult[]> {
  const env = { DATA_DIR: await context.folder('owner'), DEMO: 'off' }
  const first = await runShop(context, await freePort(), env)
  const from = performance.now()
  const second = startShop(context, await freePort(), env)
  const ending = await second.ended
  const took = performance.now() - from
  const lines = second.output().trim().split('\n')
  const named = lines.length === 1 && lines[0]?.includes(String(first.child.pid))
  const response = await fetch(`${first.origin}/readyz`)
  await response.arrayBuffer()
  context.log(lines.join(' / '))
  first.child.kill('SIGKILL')
  await first.ended
  const again = performance.now()
  const third = await runShop(context, await freePort(), env)
  const reopened = performance.now() - again
  await third.stop()
  return [
    {
      promise: 'one data folder has one owner',
      requirement: 'a second process ends within 3 s, exit not 0, one line that names the first; the first goes on',
      measured: `exit ${ending.code} after ${ms(took)}, ${lines.length} line, ${named ? 'names it' : lines.join(' / ')}, first ${response.status}`,
      ok:
        ending.code !== 0 &&
        ending.code !== null &&
        context.inTime(took, 3000) &&
        named === true &&
        response.status === 200,
    },
    {
      promise: 'a killed owner’s folder is taken over',
      requirement: 'after kill -9 the next start opens by itself',
      measured: `open after ${ms(reopened)}`,
      ok: context.inTime(reopened, 30_000),
    },
  ]
}

export const fault: Fault = { about: 'two shops on one data folder', run: secondOwner }
