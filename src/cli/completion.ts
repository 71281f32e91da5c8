import type { Command } from 'commander'
import { productChanges } from '#shop/catalog/product-fields.server.ts'
import { IMPORT_FORMATS } from '#shop/imports/readers.server.ts'
import { SETTING_NAMES } from '#shop/settings/definitions.ts'
import { commandReference } from './reference.ts'

const FORMATS = ['bash', 'zsh', 'fish', 'markdown'] as const

/** Values that can follow a command or one of its options. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'settings get': SETTING_NAMES,
  'settings set': SETTING_NAMES,
  'settings reset': SETTING_NAMES,
  'products set': Object.keys(productChanges.shape).map((name) => `${name}=`),
  'catalog import --format': IMPORT_FORMATS,
  'init --products': ['none', 'demo'],
  completion: FORMATS,
}

/** `completion bash|zsh|fish`: a script for the shell, made from the commands; `completion markdown` is docs/commands.md. */
export function addCompletionCommand(program: Command, root: string): void {
  program
    .command('completion <shell>')
    .description('the completion script for bash, zsh or fish, which also defines the short name `shop`')
    .option('--json', 'errors as JSON')
    .action((shell: string, _: unknown, command: Command) => {
      const entries = completionEntries(program)
      if (shell === 'bash') process.stdout.write(bashScript(entries, root))
      else if (shell === 'zsh') process.stdout.write(zshScript(entries, root))
      else if (shell === 'fish') process.stdout.write(fishScript(entries, root))
      else if (shell === 'markdown') process.stdout.write(commandReference(program))
      else command.error(`error: "${shell}" is not one of ${FORMATS.join(', ')}.`)
    })
}

/** The words that can follow each start of a command line; the empty start is the program itself. */
export function completionEntries(program: Command): Map<string, string[]> {
  const entries = new Map<string, string[]>()
  const add = (command: Command, name: string) => {
    const below = command.commands.map((one) => one.name())
    const options = command.options.flatMap(({ long }) => (long ? [long] : []))
    entries.set(name, [...below, ...(VALUES[name] ?? []), ...options, '--help'])
    for (const { long } of command.options) {
      const values = VALUES[`${name} ${long}`]
      if (values) entries.set(`${name} ${long}`, [...values])
    }
    for (const one of command.commands) add(one, `${name} ${one.name()}`.trim())
  }
  add(program, '')
  return entries
}

type Entries = ReadonlyMap<string, readonly string[]>

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A shell function that runs the command line from any folder; relative paths are the caller's. */
function shopFunction(root: string): string {
  return `shop() { INIT_CWD="$PWD" node ${quoted(`${root}/scripts/run.mjs`)} src/cli/main.ts "$@"; }`
}

/** The commands and options, quoted; without the program itself. */
const quotedNames = (entries: Entries) => [...entries.keys()].filter((name) => name !== '').map(quoted)

/** For bash and zsh: reads the `typed` words, as far as they are part of a command, and sets `found` to what can follow. */
function findWords(entries: Entries, typed: string): string {
  const words = [...entries].map(([name, list]) => `    ${quoted(name)}) found=${quoted(list.join(' '))} ;;`)
  return `  local at='' word next found=''
  for word in "${typed}"; do
    case "$at" in *' --'*) at="\${at%% --*}" ;; esac
    next="\${at:+$at }$word"
    case "$next" in ${quotedNames(entries).join('|')}) at="$next" ;; esac
  done
  case "$at" in
${words.join('\n')}
  esac`
}

function bashScript(entries: Entries, root: string): string {
  return `# bash completion of the shop's command line
${shopFunction(root)}
_shop() {
${findWords(entries, `\${COMP_WORDS[@]:1:COMP_CWORD-1}`)}
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _shop shop
`
}

function zshScript(entries: Entries, root: string): string {
  return `# zsh completion of the shop's command line; it needs \`autoload -Uz compinit && compinit\` before
${shopFunction(root)}
_shop() {
${findWords(entries, `\${(@)words[2,CURRENT-1]}`)}
  compadd -- \${(s: :)found} || _files
}
compdef _shop shop
`
}

function fishScript(entries: Entries, root: string): string {
  const lines = [...entries].map(
    ([name, list]) =>
      `complete -c shop -n ${quoted(`__shop_at ${quoted(name)}`).replaceAll(`'\\''`, '"')} -a ${quoted(list.join(' '))}`,
  )
  return `# fish completion of the shop's command line
function shop
  env INIT_CWD="$PWD" node ${quoted(`${root}/scripts/run.mjs`)} src/cli/main.ts $argv
end
function __shop_at
  set -l at ''
  set -l names ${quotedNames(entries).join(' ')}
  for word in (commandline -opc)[2..-1]
    set at (string replace -r ' --.*' '' -- $at)
    set -l next (string trim -- "$at $word")
    contains -- $next $names; and set at $next
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}
