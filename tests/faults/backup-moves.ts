import { join } from 'node:path'
import { until } from '../support/until.ts'
import { commandLine } from './support/commands.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { addPictures, emptyDatabase, filesIn, manifestOf, rowsOf } from './support/copies.ts'
import { openEnvironment } from './support/environment.ts'
import { sharedPostgres } from './support/postgres.ts'
import { quickProvider, startSales } from './support/sales.ts'

/** A shop moves from its embedded database to an outside one and back. */
async function moveThereAndBack(context: FaultContext, orders: number): Promise<CheckResult> {
  const dataDir = await context.folder('shop')
  await addPictures(dataDir, 50, 60_000)
  const settings = await quickProvider(context)
  const environment = await openEnvironment(context, { database: 'embedded', dataDir, settings })
  const sales = startSales(() => environment.origin(), await environment.customers(50), 20)
  await until('orders are paid', 120_000, () => sales.paid() >= orders)
  await sales.stop()
  await environment.db
    .insertInto('reviews')
    .columns(['id', 'product_id', 'customer_id', 'stars', 'comment'])
    .expression((eb) =>
      eb
        .selectFrom('customers')
        .select(({ ref, val }) => [
          ref('id').as('id'),
          val('boxy-tee').as('product_id'),
          ref('id').as('customer_id'),
          val(4).as('stars'),
          val('Soft, and true to size.\n\tA second line \\ with “signs”').as('comment'),
        ])
        .limit(30),
    )
    .execute()
  const inside = commandLine(context, environment.settingsOf(0))
  await inside('settings', 'set', 'order.prefix', 'JPR-')
  const problems: string[] = []
  const folder = await context.folder('backups')
  const exports: string[] = []
  const copies: { rows: string; pictures: string }[] = []
  const takeOut = async (run: ReturnType<typeof commandLine>, name: string) => {
    const exported = await run('catalog', 'export')
    exports.push(exported.text)
    const file = join(folder, name)
    const made = await run('backup', '--to', file)
    if (exported.code !== 0 || made.code !== 0) problems.push(made.text)
    const { pictures } = await manifestOf(file)
    copies.push({ rows: await rowsOf(file), pictures: JSON.stringify(pictures) })
    return file
  }
  const first = await takeOut(inside, 'embedded.tar')
  await environment.stop()
  const postgres = await sharedPostgres(context)
  const { url } = await emptyDatabase(postgres)
  const there = commandLine(context, { DATABASE_URL: url, DATA_DIR: await context.folder('outside') })
  problems.push(...(await failure(there, 'restore', first, '--keep-sign-ins', '--database', url)))
  const second = await takeOut(there, 'outside.tar')
  const target = join(await context.folder('back'), 'data')
  const back = commandLine(context, { DATA_DIR: target })
  problems.push(...(await failure(back, 'restore', second, '--keep-sign-ins', '--into', target)))
  await takeOut(back, 'back.tar')
  const { entries, rows } = await manifestOf(first)
  const counts = ['orders', 'reviews', 'settings_versions', 'audit_log'].map((table) => `${rows[table] ?? 0} ${table}`)
  const isSameExport = new Set(exports).size === 1
  const isSameRows = new Set(copies.map((copy) => copy.rows)).size === 1
  const isSamePictures = new Set(copies.map((copy) => copy.pictures)).size === 1
  const files = (await filesIn(join(target, 'pictures'))).length
  const measured = `PostgreSQL 18 (embedded) → ${postgres.version} → PostgreSQL 18 (embedded): catalog export ${isSameExport ? 'identical' : 'DIFFERS'} (${exports[0]?.length} characters), checksums of ${Object.keys(entries).filter((name) => name.startsWith('rows/')).length} parts of rows ${isSameRows ? 'identical' : 'DIFFER'} (${counts.join(', ')}), ${files} pictures ${isSamePictures ? 'identical' : 'DIFFER'}${problems.length > 0 ? `; ${problems.slice(0, 2).join('; ')}` : ''}`
  context.log(measured)
  return {
    promise: 'a shop moves to an outside database and back unchanged',
    requirement: 'embedded → outside → embedded: the export byte for byte, the checksums of all rows and pictures',
    measured,
    ok: problems.length === 0 && isSameExport && isSameRows && isSamePictures && files === 50,
  }
}

async function failure(run: ReturnType<typeof commandLine>, ...words: string[]): Promise<string[]> {
  const { code, text } = await run(...words)
  return code === 0 ? [] : [text]
}

export const fault: Fault = {
  about: 'a shop moves between databases by backup and restore',
  run: async (context) => [await moveThereAndBack(context, context.pick(20, 300))],
}
