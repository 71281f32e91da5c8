import { Command } from 'commander'
import { ConfigError } from '#platform/config.server.ts'
import { DataDirBusyError } from '#platform/db/directory-lock.server.ts'
import { addAuditCommands } from './audit-commands.ts'
import { addCatalogCommands } from './catalog-commands.ts'
import { CommandError, printError } from './command.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addHomeCommands } from './home-commands.ts'
import { addOrderCommands } from './order-commands.ts'
import { addProductCommands } from './product-commands.ts'
import { addSettingsCommands } from './settings-commands.ts'
import { addShopCommands } from './shop-commands.ts'

/** The operator's command line (CONTRACT): `npm run shop -- COMMAND`. */
const program = new Command('npm run shop --')
  .description(
    'The operator’s commands of the shop. Settings come from the environment or .env, as for the shop itself.',
  )
  .showHelpAfterError()
  .enablePositionalOptions()

addCatalogCommands(program)
addProductCommands(program)
addOrderCommands(program)
addSettingsCommands(program)
addHomeCommands(program)
addShopCommands(program)
addAuditCommands(program)
addDoctorCommand(program)

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  printError(errorText(error))
  process.exitCode = 1
}

/** One line for the operator; for an unexpected error its stack with LOG_LEVEL=debug. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof DataDirBusyError)
    return error.message
  if (/^(?:debug|trace)$/.test(process.env.LOG_LEVEL ?? '') && error.stack) return error.stack
  const [line = ''] = error.message.split('\n', 1)
  return `${line || error.name} (LOG_LEVEL=debug prints more.)`
}
