import { Argument } from 'commander'
import { helpOf, SETTING_NAMES } from '#shop/settings/definitions.ts'
import { EXIT_CODES, leafCommands, PROGRAM, type ShopCommand, SILENT_PROGRAM } from './command-tree.ts'

/** `reference commands|settings`: a page about every command, and docs/settings.md. */
export function addReferenceCommand(program: ShopCommand): void {
  program
    .command('reference')
    .description('write a page about all commands or all settings to standard output')
    .addArgument(new Argument('<page>', 'which of them').choices(['commands', 'settings']))
    .option('--json', 'errors as JSON')
    .example('reference commands > commands.md')
    .action((page: string) => {
      process.stdout.write(page === 'commands' ? commandReference(program) : settingsReference())
    })
}

/** docs/settings.md, made from the table of settings. */
export function settingsReference(): string {
  return [
    '# The settings',
    '',
    `Made from the table of settings: \`${SILENT_PROGRAM} reference settings > docs/settings.md\` writes this page anew.`,
    '',
    `\`${PROGRAM} settings set NAME VALUE\` changes one, \`settings list\` shows them with their values. They are in the database; ports,`,
    'addresses and keys are in the environment (`.env.example`).',
    '',
    '| setting | what it does |',
    '|---|---|',
    ...SETTING_NAMES.map((name) => `| \`${name}\` | ${helpOf(name).replaceAll('|', '\\|')} |`),
    '',
  ].join('\n')
}

/** The page about every command, made from the command tree. */
export function commandReference(program: ShopCommand): string {
  const groups = program.commands.map((group) => {
    const commands = leafCommands(program).filter(({ name }) => name.split(' ')[0] === group.name())
    const intro = group.commands.length > 0 ? [`${sentence(group.description())}\n`] : []
    return [`## ${group.name()}\n`, ...intro, ...commands.map(({ name, command }) => describe(name, command))].join(
      '\n',
    )
  })
  return [
    '# The command line',
    '',
    `${EXIT_CODES} With \`--json\` a result is JSON on standard output, and errors are`,
    '`{"error": {"kind": "usage" | "error", "message": …}}` on standard error. Commands that can’t be undone ask first on a terminal; `--yes`',
    'skips that. Times are shown in Indian time; JSON has them in UTC.',
    '',
    groups.join('\n'),
  ].join('\n')
}

function describe(name: string, command: ShopCommand): string {
  const words = command.registeredArguments.map((one) => {
    const shown = `${one.name()}${one.variadic ? '...' : ''}`
    return one.required ? `<${shown}>` : `[${shown}]`
  })
  const options = command.options.map(({ flags, description }) => `- \`${flags}\`: ${description}`)
  const examples = ['```', ...command.examples, '```']
  const title = [name, ...words].join(' ')
  return [`### ${title}\n`, `${sentence(command.description())}\n`, ...options, '', ...examples, ''].join('\n')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith('.') ? '' : '.')
}
