import type { Command } from 'commander'
import { EXIT_CODES, examplesOf, leafCommands, PROGRAM } from './command-tree.ts'

/** docs/commands.md, made from the command tree. */
export function commandReference(program: Command): string {
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
    `Made from the commands themselves: \`${PROGRAM} completion markdown > docs/commands.md\` writes this page anew.`,
    '',
    `${EXIT_CODES} With \`--json\` a result is JSON on standard output, and errors are`,
    '`{"error": {"kind": "usage" | "error", "message": …}}` on standard error. What can’t be undone asks first on a terminal; `--yes`',
    'answers it. Times are shown in Indian time; JSON has them in UTC.',
    '',
    `In bash, \`eval "$(${PROGRAM.replace('run', 'run --silent')} completion bash)"\` gives the short name \`shop\` with completion; zsh and fish likewise.`,
    '',
    groups.join('\n'),
  ].join('\n')
}

function describe(name: string, command: Command): string {
  const words = command.registeredArguments.map((one) => {
    const shown = `${one.name()}${one.variadic ? '...' : ''}`
    return one.required ? `<${shown}>` : `[${shown}]`
  })
  const options = command.options.map(({ flags, description }) => `- \`${flags}\`: ${description}`)
  const examples = ['```', ...examplesOf(name), '```']
  const title = [name, ...words].join(' ')
  return [`### ${title}\n`, `${sentence(command.description())}\n`, ...options, '', ...examples, ''].join('\n')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith('.') ? '' : '.')
}
