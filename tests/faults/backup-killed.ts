import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from './support/commands.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { type CopiedShop, filesIn, manifestOf, openCopiedShop } from './support/copies.ts'
import { describeLedger } from './support/environment.ts'
import { describe, killAfter, moment, timed } from './support/kill-command.ts'

const partsIn = async (folder: string) => (await filesIn(folder)).filter((name) => name.endsWith('.part'))

/** Backups are killed while the shop sells; each is followed by one that isn't. */
async function killBackups(context: FaultContext, shop: CopiedShop, kills: number): Promise<CheckResult> {
  const { environment, sales, env } = shop
  const run = commandLine(context, env)
  const folder = await context.folder('backups')
  const planned = join(folder, 'planned')
  await run('settings', 'set', 'backup.to', planned)
  const file = join(folder, 'shop.tar')
  const wholeMs = (await timed(() => run('backup', '--to', join(folder, 'first.tar')))).ms
  const problems: string[] = []
  let [killed, inTheMiddle, mostParts] = [0, 0, 0]
  for (let index = 0; index < kills; index += 1) {
    const isPlanned = index % 4 === 3
    const words = isPlanned ? ['backup'] : ['backup', '--to', file]
    const before = (await partsIn(folder)).join()
    const begun = async () => ![before, ''].includes((await partsIn(folder)).join())
    if (await killAfter(context, env, words, moment(wholeMs, index, begun))) killed += 1
    const parts = await partsIn(folder)
    if (parts.length > 0) inTheMiddle += 1
    mostParts = Math.max(mostParts, parts.length)
    if (existsSync(file)) await manifestOf(file).catch((error) => problems.push(`not whole: ${error}`))
    if (index % 4 < 2) continue
    const next = await run(...words)
    if (next.code !== 0) problems.push(`the next backup: ${next.text}`)
  }
  for (const words of [['backup'], ['backup', '--to', file], ['backup', 'verify', file]]) {
    const last = await run(...words)
    if (last.code !== 0) problems.push(`${words.join(' ')}: ${last.text}`)
  }
  const parts = await partsIn(folder)
  const refused = sales.calls.filter(({ status }) => status !== 200 && status !== 201)
  const ledger = await environment.auditShop()
  const measured = `${killed} killed of ${kills}, ${inTheMiddle} of them while the file was written; a file was missing or whole; at most ${mostParts} parts at a time, ${parts.length} in the end; every next backup was made; ${sales.paid()} orders paid meanwhile, ${refused.length} calls failed${refused[0] ? ` (${refused[0].status} ${refused[0].text})` : ''}; ${describeLedger(ledger)}${describe(problems)}`
  context.log(measured)
  return {
    promise: 'a killed backup loses nothing',
    requirement: `kill -9 at ${kills} random moments, planned and to a file: no file or a whole one, nothing left that grows, the next one is made, the shop goes on`,
    measured,
    ok: problems.length === 0 && parts.length === 0 && refused.length === 0 && ledger.ok,
  }
}

export const fault: Fault = {
  about: 'kill -9 of backups',
  async run(context) {
    const size = { pictures: context.pick(100, 500), perSecond: 2 }
    const shop = await openCopiedShop(context, { database: 'embedded' }, size)
    return [await killBackups(context, shop, context.pick(4, 24))]
  },
}
