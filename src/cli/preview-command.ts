import { createPreviewLink, endPreviewLinks } from '#shop/settings/preview.server.ts'
import { type JsonOption, parseCount, printResult, UsageError, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableTime } from './table.ts'

const DEFAULT_DAYS = 7
const MAX_DAYS = 60

/** `preview`: private links to a closed shop. */
export function addPreviewCommand(program: ShopCommand): void {
  program
    .command('preview')
    .description('print a private link that shows the closed shop to whoever has it')
    .does('POST /preview-links', 'DELETE /preview-links')
    .example('preview', 'preview --days 2', 'preview --end')
    .option('--days <count>', `for how many days, 1 to ${MAX_DAYS}`, parseDays, DEFAULT_DAYS)
    .option('--end', 'end all links printed so far')
    .action((options: JsonOption & { days: number; end?: boolean }) =>
      options.end ? endLinks(options) : printLink(options),
    )
}

function printLink(options: JsonOption & { days: number }): Promise<void> {
  return withMigratedDatabase(async ({ db, actor, config: { publicUrl }, settings }) => {
    const { days } = options
    const link = await createPreviewLink(db, actor, { publicUrl, days, now: new Date() })
    const isOpen = settings()['shop.open']
    printResult(link, options, () => [
      link.url,
      `It shows the closed shop until ${readableTime(link.until)} to whoever has it. \`preview --end\` ends all links.`,
      ...(isOpen
        ? ['The shop is open, so everybody sees it without the link: `settings set shop.open no` closes it.']
        : []),
    ])
  })
}

function endLinks(options: JsonOption): Promise<void> {
  return withMigratedDatabase(async ({ db, actor }) => {
    const ended = await endPreviewLinks(db, actor)
    printResult({ ended }, options, () => [ended ? 'All preview links have ended.' : 'There were no preview links.'])
  })
}

function parseDays(text: string): number {
  const days = parseCount(text)
  if (days < 1 || days > MAX_DAYS) throw new UsageError(`Give 1 to ${MAX_DAYS} days.`)
  return days
}
