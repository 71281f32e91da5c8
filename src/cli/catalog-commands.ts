import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { readConfig } from '#platform/config.server.ts'
import { exportCatalog } from '#shop/catalog/product/line.server.ts'
import { combineSources, readPictureList } from '#shop/catalog/product/pictures.server.ts'
import { loadDemonstration, removeDemonstration } from '#shop/imports/demonstration.server.ts'
import { picturesInFolder } from '#shop/imports/folder-pictures.server.ts'
import { generateCatalogue } from '#shop/imports/generate.server.ts'
import { type ImportReport, importCatalog } from '#shop/imports/import-catalog.server.ts'
import { readLines } from '#shop/imports/lines.server.ts'
import { openPictureJournal, removeLeftPictures } from '#shop/imports/picture-journal.server.ts'
import { IMPORT_FORMATS, type ImportFormat } from '#shop/imports/readers.server.ts'
import { remotePictures } from '#shop/imports/remote-pictures.server.ts'
import { PRICE_CHOICES, type PriceChoice } from '#shop/imports/rules.ts'
import { undoImport } from '#shop/imports/undo-import.server.ts'
import {
  type CommandContext,
  confirm,
  type JsonOption,
  parseCount,
  printResult,
  resolveFile,
  root,
  showProgress,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { reportLines, undoneLines } from './import-lines.ts'
import { createProgress } from './progress.ts'

/** `catalog import|undo-import|export|generate`. */
export function addCatalogCommands(program: ShopCommand): void {
  const catalog = program.command('catalog').description('the catalogue: import, export, generate')
  catalog
    .command('import <file>')
    .description(
      'import JSON Lines (as exported), a product CSV of Shopify or WooCommerce, or a Google Merchant feed; all or nothing',
    )
    .does(
      'POST /imports',
      'POST /imports/{id}/check',
      'POST /imports/{id}/apply',
      'POST /products',
      'POST /products/{id}/pictures',
      'POST /pictures/match',
    )
    .example('catalog import products.csv --dry-run --diff', 'catalog import products.csv')
    .option('--dry-run', 'check everything without writing')
    .option('--diff', 'list which fields of which products change')
    .option('--stock', 'also set the stock of SKUs already in the shop')
    .option('--link-pictures', 'leave pictures at their https URLs instead of copying them into the shop')
    .addOption(new Option('--prices <which>', 'does nothing: each variant has its own price').choices(PRICE_CHOICES))
    .option('--skip-wrong', 'leave out products with errors instead of importing nothing')
    .option('--drafts', 'make drafts of new products without a picture')
    .option(
      '--format <format>',
      'jsonl, shopify, woocommerce or google; by default by the file’s first line',
      parseFormat,
    )
    .option('--json', 'print the report as JSON')
    .action(runImport)
  catalog
    .command('undo-import <import>')
    .description('take back what an import changed, by its number; products sold since and later changes stay')
    .does('POST /imports/{id}/undo')
    .example('catalog undo-import 341')
    .option('--yes', 'don’t ask')
    .option('--json', 'print the result as JSON')
    .action(takeBack)
  catalog
    .command('export')
    .description('write the catalogue to standard output as JSON Lines')
    .example('catalog export > catalogue.jsonl')
    .option('--json', 'print errors as JSON')
    .action(() => withMigratedDatabase(async ({ db }) => writeLines(exportCatalog(db))))
  catalog
    .command('generate <count>')
    .description('generate a catalogue of COUNT products, as JSON Lines on standard output')
    .example('catalog generate 1000 --seed 7 > generated.jsonl')
    .option('--seed <number>', 'the same seed gives the same catalogue', parseCount, 1)
    .option('--json', 'errors as JSON')
    .action(async (text: string, options: { seed: number }) => {
      const count = parseCount(text)
      const samples = (await readFile(join(root, 'catalogue/products.jsonl'), 'utf8')).split('\n').filter(Boolean)
      await writeLines(generateCatalogue(count, options.seed, samples))
    })
}

/** `demo load|remove`. */
export function addDemonstration(program: ShopCommand): void {
  const demo = program.command('demo').description('the demonstration’s products, reviews and stores')
  demo
    .command('load')
    .description('add the demonstration to the shop')
    .example('demo load')
    .option('--json', 'print the result as JSON')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const loaded = unwrap(await loadDemonstration(db, actor, join(root, 'catalogue')))
        printResult(loaded, options, () => [
          `Loaded ${loaded.products} products, ${loaded.reviews} reviews and ${loaded.stores} stores.`,
        ])
      }),
    )
  demo
    .command('remove')
    .description('remove the demonstration; products in orders are archived instead')
    .does('GET /demonstration', 'DELETE /demonstration')
    .example('demo remove', 'demo remove --yes')
    .option('--yes', 'don’t ask')
    .option('--json', 'print the result as JSON')
    .action(async (options: JsonOption & { yes?: boolean }) => {
      await confirm('This deletes the demonstration’s products, reviews and stores.', { ...options, scriptable: true })
      await withMigratedDatabase(async ({ db, actor, invalidateCacheTags }) => {
        const removed = await removeDemonstration(db, actor, { becomesReal: readConfig(process.env, { root }).real })
        await invalidateCacheTags(['settings'])
        printResult(removed, options, () => [
          `Removed ${removed.deleted} products, ${removed.reviews} reviews and ${removed.stores} stores; archived ${removed.archived} products that are in orders.`,
        ])
      })
    })
}

interface ImportOptions extends JsonOption {
  dryRun?: boolean
  diff?: boolean
  stock?: boolean
  linkPictures?: boolean
  format?: ImportFormat
  prices?: PriceChoice
  skipWrong?: boolean
  drafts?: boolean
}

/** Imports a catalogue file with its pictures, showing progress. */
export async function importFile(
  { db, actor, config, pictures: { published: stored } }: CommandContext,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const progress = showProgress('products read')
  try {
    const report = await importCatalog(db, readLines(path), {
      ...(options.format ? { format: options.format } : {}),
      prices: options.prices,
      skipWrong: options.skipWrong ?? false,
      draftsWithoutPictures: options.drafts ?? false,
      dryRun: options.dryRun ?? false,
      keepStock: !options.stock,
      diff: options.diff ?? false,
      actor,
      pictures: combineSources(
        await readPictureList(join(root, 'catalogue/pictures.json')),
        picturesInFolder(dirname(path), stored),
      ),
      ...(options.linkPictures ? {} : { remote: remotePictures(stored) }),
      journal: openPictureJournal(config.dataDir),
      onPictures: createProgress('pictures'),
      onProgress: progress.count,
    })
    if (report.id !== null) await removeLeftPictures(db, stored, config.dataDir)
    return report
  } finally {
    progress.done()
  }
}

function runImport(file: string, options: ImportOptions): Promise<void> {
  const path = resolveFile(file)
  return withMigratedDatabase(async (context) => {
    const report = await importFile(context, path, options)
    printResult(report, options, () => reportLines(report))
    if (!report.ok) process.exitCode = 1
  })
}

async function takeBack(text: string, options: JsonOption & { yes?: boolean }): Promise<void> {
  const id = parseCount(text)
  await confirm(`This takes back import ${id}.`, { ...options, scriptable: true })
  await withMigratedDatabase(async ({ db, actor, config, pictures }) => {
    const undone = unwrap(await undoImport(db, actor, id))
    // The pictures of removed products are as left behind as those of an import that was stopped.
    const journal = openPictureJournal(config.dataDir)
    for (const file of undone.pictures) await journal.add(file)
    await journal.stopped()
    await removeLeftPictures(db, pictures.published, config.dataDir)
    printResult(undone, options, () => undoneLines(undone))
  })
}

/** Writes lines with back-pressure, until the reader closes the pipe (`| head`). */
async function writeLines(lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  // On a terminal the lines themselves show the progress.
  const progress = process.stdout.isTTY ? null : showProgress('products written')
  let written = 0
  for await (const line of lines) {
    if (process.stdout.errored) return
    if (++written % 100 === 0) progress?.count(written)
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain').catch(() => {})
  }
  progress?.done()
}

function parseFormat(text: string): ImportFormat {
  const format = IMPORT_FORMATS.find((one) => one === text)
  if (!format) throw new InvalidArgumentError(`It must be one of ${IMPORT_FORMATS.join(', ')}.`)
  return format
}
