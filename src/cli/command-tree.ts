import type { Command } from 'commander'
import { EXAMPLES } from './examples.ts'

export const PROGRAM = 'npm run shop --'

export const EXIT_CODES = 'Exit codes: 0 done, 1 refused or failed, 2 typed wrongly or something is missing.'

/** A command with its words below the program, as in `catalog import`. */
export interface NamedCommand {
  name: string
  command: Command
}

/** Every command that does something, in the order of the help: not the groups, which only contain subcommands. */
export function leafCommands(program: Command, prefix = ''): NamedCommand[] {
  return program.commands.flatMap((command) => {
    const name = prefix === '' ? command.name() : `${prefix} ${command.name()}`
    return command.commands.length > 0 ? leafCommands(command, name) : [{ name, command }]
  })
}

/** The examples of a command as they are typed. */
export function examplesOf(name: string): string[] {
  return (EXAMPLES[name] ?? []).map((line) => (line.includes('npm run') ? line : `${PROGRAM} ${line}`))
}

/** Gives every command `--json` where it does not describe its own, and its help the examples and the exit codes. */
export function completeCommands(program: Command): void {
  program.addHelpText('after', `\n${EXIT_CODES}\ndocs/commands.md describes every command.`)
  for (const { name, command } of leafCommands(program)) {
    if (!command.options.some(({ long }) => long === '--json')) command.option('--json', 'as JSON')
    const lines = examplesOf(name).map((line) => `  ${line}`)
    command.addHelpText('after', ['', 'Examples:', ...lines, '', EXIT_CODES].join('\n'))
  }
}
