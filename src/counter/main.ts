import { Command } from 'commander'
import { ConfigError } from '#platform/config.server.ts'
import { addCatalogCommands } from './catalog-commands.ts'
import { CommandError, complain } from './desk.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addOrderCommands } from './order-commands.ts'
import { addShopCommands } from './shop-commands.ts'

/** The operator's command line (CONTRACT): `npm run shop -- COMMAND`. */
const program = new Command('npm run shop --')
  .description(
    'The operator’s commands of the shop. Settings come from the environment or .env, as for the shop itself.',
  )
  .showHelpAfterError()
  .enablePositionalOptions()

addCatalogCommands(program)
addOrderCommands(program)
addShopCommands(program)
addDoctorCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  const plain = error instanceof CommandError || error instanceof ConfigError
  complain(plain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
