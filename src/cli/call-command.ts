import { Option } from 'commander'
import type { CallName, Contract, Endpoint, ResponseOf } from '#platform/api/endpoint.ts'
import { readAssignments, type WrittenFields, writtenFieldsHelp } from './assignments.ts'
import { type Field, fieldsOf, isPieces, type Parts, parseParts, partsOf, readValue } from './call-fields.ts'
import {
  type CommandContext,
  CommandError,
  confirm,
  isRehearsal,
  type JsonOption,
  parseCount,
  parsePieces,
  printError,
  printList,
  printResult,
  UsageError,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { writeDocument } from './document.ts'
import type { CreateHandlers, StaffCall, StaffCalls } from './staff-calls.ts'
import { recordLines } from './table.ts'

/** What was typed, by the paths of the call's fields. */
export type Typed = Readonly<Record<string, unknown>>

/** How an option differs from what its schema says of it. */
interface OptionForm {
  /** As Commander writes it, such as `--line <SKU=COUNT>`. */
  flag?: string
  help?: string
  default?: unknown
  /** Checks the text and turns it into the value. */
  read?(text: string): unknown
}

const YES_IF_REAL = 'don’t ask; in a real shop a script needs it'

/** Fields that say what a screen showed. A command overwrites. */
const SCREENS = new Set(['cursor', 'status', 'selection'])

interface CallOptions<C extends Contract, N extends keyof C & CallName, R> {
  /** What follows the command, such as `FS-10482 --amount 200`; '' for nothing. */
  example: string | readonly string[]
  /** By default the call's summary. */
  description?: string
  /** Options by field: their help, what else differs, or false for none. */
  options?: Readonly<Record<string, string | OptionForm | false>>
  /** The fields that FIELD=VALUE words set, for a command with `<assignments...>`. */
  written?: WrittenFields
  /** @throws {UsageError} if what was typed doesn't go together */
  check?(typed: Typed): void
  /** Asks before the call. A script has to say `--yes`, unless it's scriptable. */
  ask?: { question(typed: Typed): string; isScriptable?(context: CommandContext): boolean }
  /** Ids for what was typed in the path: of an order's number, of an address. */
  find?(typed: Typed, calls: StaffCalls<C>, context: CommandContext): Promise<Record<string, unknown>>
  /** Values beside those that were typed, such as a version. */
  fill?(typed: Typed, calls: StaffCalls<C>): Promise<Record<string, unknown>>
  /** Reads what is shown in place of the response. */
  show?(response: ResponseOf<C[N]>, calls: StaffCalls<C>, context: CommandContext): Promise<R>
  /** What `--json` prints: by default the items of a list, else the response without `undo`. */
  result?(response: R, typed: Typed): unknown
  /** What is printed otherwise, by default a table or the fields. */
  lines?(response: R, typed: Typed): string | readonly string[]
  /** The line for an empty list. */
  none?: string
}

/** What adds a command of a call, and returns it. */
type AddCall<C extends Contract> = <N extends keyof C & StaffCall, R = ResponseOf<C[N]>>(
  name: N,
  form: string,
  options: CallOptions<C, N, R>,
) => ShopCommand

/**
 * What adds commands for calls of the staff site to a group. Their arguments are fields of the call, such as
 * `note <order:id>`, where `order` is how the help names `id`; the other fields are options. Types, checks, help and
 * `--json` follow from the call's schemas, and the staff site's own handlers, which `load` loads, make the change.
 */
export function callsOf<C extends Contract>(
  parent: ShopCommand,
  contract: C,
  load: () => Promise<CreateHandlers<NoInfer<C>>>,
): AddCall<C> {
  return (name, form, options) => addCall({ parent, contract, load }, name, form, options)
}

interface Group<C extends Contract> {
  parent: ShopCommand
  contract: C
  load(): Promise<CreateHandlers<C>>
}

function addCall<C extends Contract, N extends keyof C & StaffCall, R>(
  group: Group<C>,
  name: N,
  form: string,
  how: CallOptions<C, N, R>,
): ShopCommand {
  const { example, ask, written } = how
  // Safe cast: the name is a key of the contract.
  const endpoint = group.contract[name] as Endpoint
  const { summary, fileType } = endpoint
  const [word = '', ...words] = form.split(' ')
  const args = words.map(readArgument)
  const command = group.parent
    .command([word, ...args.map(({ usage }) => usage)].join(' '))
    .description(how.description ?? summary.charAt(0).toLowerCase() + summary.slice(1))
    .does(name)
  command.example(...[example].flat().map((text) => `${command.fullName()} ${text}`.trim()))
  if (written) command.addHelpText('after', () => writtenFieldsHelp(written))
  const fields = fieldsOf(endpoint)
  const isList = fields.some(({ path }) => path === 'cursor')
  const options = optionsOf(
    fields.filter(({ path }) => !args.some((one) => one.path === path) && !(isList && path === 'limit')),
    how,
  )
  for (const { option } of options) command.addOption(option)
  if (isList) command.option('--limit <count>', 'how many', parseCount, 100)
  if (fileType)
    command.addOption(new Option('--out <file>', 'where to write it').makeOptionMandatory(!isText(endpoint)))
  if (ask) command.option('--yes', ask.isScriptable === isRehearsal ? YES_IF_REAL : 'don’t ask')

  function readTyped(): Typed {
    const typed: Record<string, unknown> = {}
    args.forEach(({ path }, index) => {
      const text: unknown = command.processedArgs[index]
      const field = fields.find((one) => one.path === path)
      if (written && Array.isArray(text)) Object.assign(typed, readAssignments(text, fields, written))
      else if (typeof text === 'string' && field) typed[path] = readValue(field, text)
      else if (field?.isNullable) typed[path] = null
    })
    const given = command.opts<Record<string, unknown>>()
    for (const { path, option } of options) typed[path] = given[option.attributeName()]
    return typed
  }

  return command.action(async () => {
    const given = command.opts<GivenOptions>()
    const typed = readTyped()
    how.check?.(typed)
    if (!how.fill) checkTyped(endpoint, typed, written !== undefined)
    await withMigratedDatabase(async (context) => {
      if (ask) await confirm(ask.question(typed), { ...given, scriptable: ask.isScriptable?.(context) ?? false })
      const { openStaffCalls } = await import('./staff-calls.ts')
      const calls = await openStaffCalls(context, group.contract, await group.load())
      const [found, filled] = [await how.find?.(typed, calls, context), await how.fill?.(typed, calls)]
      const parts = partsOf(endpoint, { ...typed, ...found, ...filled })
      const response = await (isList ? readPages(calls, name, parts, given.limit) : calls.call(name, parts))
      if (response instanceof Uint8Array) return printFile(response, endpoint, given)
      // Safe cast: without `show`, `R` is the response.
      const shown = how.show ? await how.show(response, calls, context) : (response as R)
      const result = how.result ? how.result(shown, typed) : plainResult(shown, typed)
      const lines = how.lines && (() => [how.lines?.(shown, typed) ?? []].flat())
      if (Array.isArray(result)) printList(result, given, how.none ?? 'There are none.', lines)
      else printResult(result, given, lines ?? (() => recordLines(result)))
    })
  })
}

type GivenOptions = JsonOption & { yes?: boolean; limit?: number; out?: string }

/** An argument of a form, such as `<order:id>`: the field that it is, and what the help shows. */
function readArgument(text: string): { path: string; usage: string } {
  const [, shown = '', path = shown] = /^[<[](\w+)(?::([\w.]+))?/.exec(text) ?? []
  return { path, usage: text.replace(/:[\w.]+/, '') }
}

/** The options of the fields that aren't arguments. */
function optionsOf(
  fields: readonly Field[],
  { options = {}, written }: Pick<CallOptions<Contract, never, unknown>, 'options' | 'written'>,
): { path: string; option: Option }[] {
  if (written) return []
  return fields.flatMap((field) => {
    const { path } = field
    const own = options[path] ?? (SCREENS.has(path) ? false : {})
    return own === false ? [] : [{ path, option: optionOf(field, typeof own === 'string' ? { help: own } : own) }]
  })
}

/** What is wrong with options is an error of usage, and with FIELD=VALUE words one of the record. */
function checkTyped(endpoint: Endpoint, typed: Typed, isRecord: boolean): void {
  try {
    parseParts(endpoint, partsOf(endpoint, typed), ['query', 'body'])
  } catch (error) {
    if (error instanceof CommandError && !isRecord) throw new UsageError(error.message)
    throw error
  }
}

function optionOf(field: Field, own: OptionForm): Option {
  const { path, schema, isRequired } = field
  const word = path.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const help = own.help ?? schema.description ?? ''
  const choices = schema.enum?.filter((one) => typeof one === 'string')
  if (schema.type === 'boolean')
    return new Option(own.flag ?? (schema.default === true ? `--no-${word}` : `--${word}`), help)
  const option = new Option(own.flag ?? `--${word} <${isPieces(field) ? 'SKU=COUNT' : kindOf(field)}>`, help)
  if (isPieces(field)) option.argParser(readPieces)
  else option.argParser(own.read ?? ((text) => readValue(field, text)))
  if (choices && !own.read) option.choices(choices)
  if (own.default !== undefined) option.default(own.default)
  return option.makeOptionMandatory(isRequired && own.default === undefined)
}

function kindOf({ schema }: Field): string {
  return schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text'
}

function readPieces(text: string, before: readonly { sku: string; quantity: number }[] = []) {
  const pieces = before.map(({ sku, quantity }) => ({ sku, count: quantity }))
  return parsePieces(text, pieces).map(({ sku, count }) => ({ sku, quantity: count }))
}

const PAGE = 100

/** A list with as many items as asked for, of several pages if need be. */
async function readPages<C extends Contract, N extends keyof C & CallName>(
  calls: StaffCalls<C>,
  name: N,
  parts: Parts,
  limit = PAGE,
): Promise<ResponseOf<C[N]>> {
  const items: unknown[] = []
  let cursor: string | null | undefined
  for (;;) {
    const query = {
      ...parts.query,
      limit: Math.min(PAGE, Math.max(1, limit - items.length)),
      ...(cursor ? { cursor } : {}),
    }
    const response = await calls.call(name, { ...parts, query })
    // Safe cast: calls with a cursor respond with a page of items.
    const page = response as { items: unknown[]; next: string | null }
    items.push(...page.items)
    cursor = page.next
    if (items.length >= limit || cursor === null) {
      if (cursor !== null) printError(`Only the first ${limit} are shown; --limit shows more.`)
      // Safe cast: the same page, with more items.
      return { ...page, items: items.slice(0, limit) } as typeof response
    }
  }
}

/** A list's items; a response without what undoes it, or what was named if nothing is left of it. */
function plainResult(response: unknown, { id }: Typed): unknown {
  if (typeof response !== 'object' || response === null) return { id }
  if ('items' in response && Array.isArray(response.items)) return response.items
  const { undo: _, ...rest }: { undo?: unknown } = response
  return Object.keys(rest).length === 0 ? { id } : rest
}

const isText = ({ fileType }: Endpoint) => /^text\/|jsonl$/.test(fileType ?? '')

/** Writes a file where `--out` says, or a text to standard output. */
async function printFile(
  bytes: Uint8Array,
  endpoint: Endpoint,
  { out, ...options }: JsonOption & { out?: string },
): Promise<void> {
  const text = isText(endpoint) ? Buffer.from(bytes).toString('utf8') : ''
  const lines = text.split(/\r?\n/).slice(0, -1)
  if (out !== undefined)
    await writeDocument({ out, ...options }, Buffer.from(bytes), text === '' ? {} : { rows: lines.length - 1 })
  else if (options.json) printResult(lines, options, () => lines)
  else process.stdout.write(text)
}
