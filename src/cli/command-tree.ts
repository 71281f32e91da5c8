import { Command } from 'commander'
import type { StaffCall } from './staff-calls.ts'

export const PROGRAM = 'npm run shop --'
/** For output that goes into a file: npm prints lines of its own to standard output otherwise. */
export const SILENT_PROGRAM = 'npm run --silent shop --'

export const EXIT_CODES = 'Exit codes: 0 done, 1 refused or failed, 2 usage error or missing input.'

/** A command with examples, which its help and the reference show. */
export class ShopCommand extends Command {
  /** As they are typed. */
  readonly examples: string[] = []
  /** The calls of the staff site whose work it does. */
  readonly calls: StaffCall[] = []

  /** Adds examples, as they follow `npm run shop --`. */
  example(...lines: readonly string[]): this {
    this.examples.push(...lines.map(asTyped))
    return this
  }

  /** Names calls of the staff site whose work it does. */
  does(...calls: readonly StaffCall[]): this {
    this.calls.push(...calls)
    return this
  }

  /** Its words below the program, as in `catalog import`. */
  fullName(): string {
    return this.parent instanceof ShopCommand && this.parent.parent
      ? `${this.parent.fullName()} ${this.name()}`
      : this.name()
  }

  override createCommand(name?: string): ShopCommand {
    return new ShopCommand(name)
  }
}

function asTyped(line: string): string {
  if (line.includes('npm run')) return line
  return `${line.includes(' > ') ? SILENT_PROGRAM : PROGRAM} ${line}`
}

/** A command with its words below the program, as in `catalog import`. */
export interface NamedCommand {
  name: string
  command: ShopCommand
}

/** Every command that does something, in the order of the help, without the groups, which only contain subcommands. */
export function leafCommands(program: ShopCommand, prefix = ''): NamedCommand[] {
  return program.commands.flatMap((command) => {
    if (!(command instanceof ShopCommand)) return []
    const name = prefix === '' ? command.name() : `${prefix} ${command.name()}`
    return command.commands.length > 0 ? leafCommands(command, name) : [{ name, command }]
  })
}

/** Gives every command a `--json` option if it lacks its own, and adds examples and exit codes to its help. */
export function completeCommands(program: ShopCommand): void {
  program.addHelpText('after', `\n${EXIT_CODES}\n\`reference commands\` prints a page about every command.`)
  for (const { command } of leafCommands(program)) {
    if (!command.options.some(({ long }) => long === '--json')) command.option('--json', 'as JSON')
    const lines = command.examples.map((line) => `  ${line}`)
    command.addHelpText('after', ['', 'Examples:', ...lines, '', EXIT_CODES].join('\n'))
  }
}
