import { CommanderError, InvalidArgumentError } from 'commander'
import { visibleText } from '#platform/text/typed.ts'
import { printError, UsageError, wantsJson } from './command.ts'
import { completeCommands, PROGRAM, ShopCommand } from './command-tree.ts'
import { errorText } from './error-text.ts'

const isMain = import.meta.main || process.argv[1] === import.meta.filename

/** What adds each group of commands, in the order of the help. A command's start loads its own group alone. */
const GROUPS: Readonly<Record<string, () => Promise<(program: ShopCommand) => void>>> = {
  init: async () => (await import('./init-command.ts')).addInitCommand,
  catalog: async () => (await import('./catalog-commands.ts')).addCatalogCommands,
  demo: async () => (await import('./catalog-commands.ts')).addDemonstration,
  products: async () => (await import('./product-commands.ts')).addProductCommands,
  stock: async () => (await import('./stock-commands.ts')).addStockCommands,
  offers: async () => (await import('./offer-commands.ts')).addOfferCommands,
  orders: async () => (await import('./order-commands.ts')).addOrderCommands,
  drafts: async () => (await import('./draft-commands.ts')).addDraftCommands,
  invoices: async () => (await import('./invoice-commands.ts')).addInvoiceCommands,
  exchanges: async () => (await import('./exchange-commands.ts')).addExchangeCommands,
  delivery: async () => (await import('./delivery-commands.ts')).addDeliveryCommands,
  today: async () => (await import('./owner-commands.ts')).addTodayCommand,
  webhooks: async () => (await import('./owner-commands.ts')).addWebhookCommands,
  reports: async () => (await import('./report-commands.ts')).addReportCommands,
  settings: async () => (await import('./settings-commands.ts')).addSettingsCommands,
  preview: async () => (await import('./preview-command.ts')).addPreviewCommand,
  home: async () => (await import('./home-commands.ts')).addHomeCommands,
  pictures: async () => (await import('./picture-commands.ts')).addPictureCommands,
  customers: async () => (await import('./customer-commands.ts')).addCustomerCommands,
  reviews: async () => (await import('./review-commands.ts')).addReviewCommands,
  messages: async () => (await import('./message-commands.ts')).addMessageCommands,
  newsletter: async () => (await import('./newsletter-commands.ts')).addNewsletterCommands,
  staff: async () => (await import('./staff-commands.ts')).addStaffCommands,
  keys: async () => (await import('./key-commands.ts')).addKeyCommands,
  alerts: async () => (await import('./alert-commands.ts')).addAlertCommands,
  stores: async () => (await import('./store-commands.ts')).addStoreCommands,
  banner: async () => (await import('./shop-commands.ts')).addBannerCommands,
  ledger: async () => (await import('./shop-commands.ts')).addLedgerCommand,
  sessions: async () => (await import('./shop-commands.ts')).addSessionCommand,
  audit: async () => (await import('./audit-commands.ts')).addAuditCommands,
  backup: async () => (await import('./backup-commands.ts')).addBackupCommand,
  restore: async () => (await import('./backup-commands.ts')).addRestoreCommand,
  upgrade: async () => (await import('./upgrade-command.ts')).addUpgradeCommand,
  doctor: async () => (await import('./doctor-command.ts')).addDoctorCommand,
  call: async () => (await import('./call-any.ts')).addCallCommand,
  reference: async () => (await import('./reference.ts')).addReferenceCommand,
}

/** The operator's command line (CONTRACT): `npm run shop -- COMMAND`. Whole, unless it's run for a command of one group. */
export const program = await createProgram(isMain ? process.argv[2] : undefined)

async function createProgram(group = ''): Promise<ShopCommand> {
  const whole = new ShopCommand(PROGRAM)
    .description(
      'The operator’s commands of the shop. Settings come from the environment or .env, as for the shop itself.',
    )
    .enablePositionalOptions()
    .showHelpAfterError()
    .exitOverride()
    // With --json `report` prints the error instead.
    .configureOutput({ writeErr: (text) => void (wantsJson() || process.stderr.write(text)) })
  // The reference describes every group.
  const isOne = Object.hasOwn(GROUPS, group) && group !== 'reference'
  for (const [name, load] of Object.entries(GROUPS)) if (!isOne || name === group) (await load())(whole)
  completeCommands(whole)
  return whole
}

if (isMain) {
  // A reader that closes the pipe early (`| head`) isn't an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  await runCommand()
}

/** Runs the command in `process.argv`, and sets the exit code. */
export async function runCommand(): Promise<void> {
  try {
    await program.parseAsync(process.argv.map(readArgument))
  } catch (error) {
    process.exitCode = report(error)
  }
}

/**
 * A pasted SKU, number or name of a setting without the invisible characters and no-break spaces around it. Texts with
 * spaces and file names with other letters stay as they are.
 */
function readArgument(argument: string): string {
  const visible = visibleText(argument)
  return /^[!-~]+$/.test(visible) ? visible : argument
}

/** Prints an error. @returns the exit code (EXIT_CODES) */
function report(error: unknown): number {
  // Commander has printed its own errors, except with --json, but not one that a command throws.
  if (error instanceof InvalidArgumentError) {
    printError(error.message, 'usage')
    return 2
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (wantsJson()) printError(error.message.replace(/^error: /, ''), 'usage')
    return 2
  }
  const isUsage = error instanceof UsageError
  printError(errorText(error), isUsage ? 'usage' : 'error')
  return isUsage ? 2 : 1
}
