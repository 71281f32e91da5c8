import { readConfig } from '#platform/config.server.ts'
import { type CopyReport, copyFiles } from '#platform/files/copy-files.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { openPictureStores } from '#platform/pictures/picture-stores.server.ts'
import { CommandError, type JsonOption, printResult, root, showProgress } from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `pictures copy`: between the data folder and the bucket. */
export function addPictureCommands(program: ShopCommand): void {
  program
    .command('pictures')
    .description('where the pictures are (PICTURES_URL)')
    .command('copy')
    .description('copy the pictures of DATA_DIR that the bucket of PICTURES_URL lacks into it; it can be repeated')
    .example('pictures copy', 'pictures copy --back')
    .option('--back', 'from the bucket into DATA_DIR, before PICTURES_URL is unset')
    .action(copyPictures)
}

async function copyPictures(options: JsonOption & { back?: boolean }): Promise<void> {
  const config = readConfig(process.env, { root })
  if (config.pictures.kind === 'folder')
    throw new CommandError('PICTURES_URL isn’t set, so the pictures are in DATA_DIR.')
  const [bucket, folder] = [openPictureStores(config), openPictureStores({ ...config, pictures: { kind: 'folder' } })]
  const [from, to] = options.back ? [bucket, folder] : [folder, bucket]
  const progress = showProgress('pictures copied')
  let done = 0
  const copy = (source: FileStore, target: FileStore) => copyFiles(source, target, () => progress.count(++done))
  const reports = [await copy(from.published, to.published), await copy(from.waiting, to.waiting)]
  progress.done()
  const report = reports.reduce(add)
  printResult(report, options, () => [
    `Copied ${report.copied} files (${(report.bytes / 1e6).toFixed(1)} MB) from ${from.published.place} to ${to.published.place}; ${report.existing} were there already.`,
  ])
}

const add = (a: CopyReport, b: CopyReport): CopyReport => ({
  copied: a.copied + b.copied,
  existing: a.existing + b.existing,
  bytes: a.bytes + b.bytes,
})
