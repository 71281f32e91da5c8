import { CommanderError, InvalidArgumentError } from 'commander'
import { visibleText } from '#platform/text/typed.ts'
import { addAlertCommands } from './alert-commands.ts'
import { addAuditCommands } from './audit-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addCatalogCommands } from './catalog-commands.ts'
import { printError, UsageError, wantsJson } from './command.ts'
import { completeCommands, PROGRAM, ShopCommand } from './command-tree.ts'
import { addDeliveryCommands } from './delivery-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { errorText } from './error-text.ts'
import { addExchangeCommands } from './exchange-commands.ts'
import { addHomeCommands } from './home-commands.ts'
import { addInitCommand } from './init-command.ts'
import { addInvoiceCommands } from './invoice-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addNewsletterCommands } from './newsletter-commands.ts'
import { addOrderCommands } from './order-commands.ts'
import { addOwnerCommands } from './owner-commands.ts'
import { addPeopleCommands } from './people-commands.ts'
import { addPictureCommands } from './picture-commands.ts'
import { addPreviewCommand } from './preview-command.ts'
import { addProductCommands } from './product-commands.ts'
import { addReferenceCommand } from './reference.ts'
import { addSettingsCommands } from './settings-commands.ts'
import { addShopCommands } from './shop-commands.ts'
import { addStaffCommands } from './staff-commands.ts'
import { addStockCommands } from './stock-commands.ts'
import { addStoreCommands } from './store-commands.ts'
import { addUpgradeCommand } from './upgrade-command.ts'

/** The operator's command line (CONTRACT): `npm run shop -- COMMAND`. */
export const program = new ShopCommand(PROGRAM)
  .description(
    'The operator’s commands of the shop. Settings come from the environment or .env, as for the shop itself.',
  )
  .enablePositionalOptions()
  .showHelpAfterError()
  .exitOverride()
  // With --json `report` prints the error instead.
  .configureOutput({ writeErr: (text) => void (wantsJson() || process.stderr.write(text)) })

addInitCommand(program)
addCatalogCommands(program)
addProductCommands(program)
addStockCommands(program)
addOrderCommands(program)
addInvoiceCommands(program)
addExchangeCommands(program)
addDeliveryCommands(program)
addOwnerCommands(program)
addSettingsCommands(program)
addPreviewCommand(program)
addHomeCommands(program)
addPictureCommands(program)
addPeopleCommands(program)
addNewsletterCommands(program)
addStaffCommands(program)
addKeyCommands(program)
addAlertCommands(program)
addStoreCommands(program)
addShopCommands(program)
addAuditCommands(program)
addBackupCommands(program)
addUpgradeCommand(program)
addDoctorCommand(program)
addReferenceCommand(program)
completeCommands(program)

if (import.meta.main || process.argv[1] === import.meta.filename) {
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
