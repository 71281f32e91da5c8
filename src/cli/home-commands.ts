import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { storeNow } from '#shop/catalog/product/pictures.server.ts'
import { importSections, moveSection, setSectionHidden } from '#shop/home/staff.server.ts'
import { picturesInFolder } from '#shop/imports/folder-pictures.server.ts'
import type { HomeSection } from '#shop/settings/section-contract.ts'
import {
  CommandError,
  type JsonOption,
  parseCount,
  printList,
  printResult,
  resolveFile,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `home list|export|import|picture|hide|show|move`. */
export function addHomeCommands(program: ShopCommand): void {
  const home = program.command('home').description('the home page’s sections and their order (docs/home-page.md)')
  home.command('list').description('the sections with their numbers').example('home list').action(list)
  home
    .command('export')
    .description('write all sections to standard output as JSON')
    .does('GET /home-page')
    .example('home export > home.json')
    .option('--json', 'print errors as JSON')
    .action(() => list({ json: true }))
  home
    .command('import <file>')
    .description('replace all sections by those of an exported file')
    .does('PUT /home-page')
    .example('home import home.json')
    .action((file: string, options: JsonOption) => {
      const path = resolveFile(file)
      return withMigratedDatabase(async (context) =>
        print(unwrap(await importSections(context, context.actor, await readFile(path, 'utf8'))), options),
      )
    })
  home
    .command('picture <files...>')
    .description('copy pictures into the shop and print their paths for the sections file')
    .does('POST /home-page/pictures')
    .example('home picture hero.jpg hero-phone.jpg')
    .action(storePictures)
  for (const name of ['hide', 'show'])
    home
      .command(`${name} <section>`)
      .description(`${name} a section, by its number or type`)
      .example(`home ${name} testimonials`)
      .action((section: string, options: JsonOption) =>
        withMigratedDatabase(async (context) =>
          print(unwrap(await setSectionHidden(context, context.actor, section, name === 'hide')), options),
        ),
      )
  home
    .command('move <section>')
    .description('move a section to another position')
    .example('home move 4 --to 2')
    .requiredOption('--to <position>', 'counted from 1', parseCount)
    .action((section: string, options: JsonOption & { to: number }) =>
      withMigratedDatabase(async (context) =>
        print(unwrap(await moveSection(context, context.actor, section, options.to)), options),
      ),
    )
}

/** Copies pictures into the shop, and prints their paths once all are copied. */
function storePictures(files: readonly string[], options: JsonOption): Promise<void> {
  const paths = files.map(resolveFile)
  return withMigratedDatabase(async ({ pictures }) => {
    const stored: string[] = []
    for (const path of paths) {
      const source = picturesInFolder(dirname(path), pictures.published)
      const picture = await storeNow(source, basename(path))
      if (typeof picture === 'string') throw new CommandError(`The picture ${path} ${picture}.`)
      stored.push(`/media/${picture.file}`)
    }
    printResult(stored, options, () => stored)
  })
}

function list(options: JsonOption): Promise<void> {
  return withMigratedDatabase(async ({ settings }) => print(settings()['home.sections'], options))
}

function print(sections: readonly HomeSection[], options: JsonOption): void {
  printList(sections, options, 'The home page has no sections.', () =>
    sections.map((section, index) => [index + 1, section.type, ...detailsOf(section)].join('  ')),
  )
}

function detailsOf(section: HomeSection): string[] {
  const title = 'title' in section ? section.title : 'heading' in section ? section.heading : ''
  return [title, section.hidden ? '(hidden)' : ''].filter((part) => part !== '')
}
