import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { countForOpening, countProducts } from '#shop/catalog/sql.server.ts'
import { loadDemonstration } from '#shop/imports/demonstration.server.ts'
import { DEFINITIONS, ownTexts, SETTING_NAMES, type SettingName, type Settings } from '#shop/settings/definitions.ts'
import { readStoredSettings } from '#shop/settings/sql.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { importFile } from './catalog-commands.ts'
import {
  type CommandContext,
  CommandError,
  type JsonOption,
  printError,
  printResult,
  resolveFile,
  root,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { type Finding, findingLines, runChecks } from './doctor-command.ts'
import { reportLines } from './import-lines.ts'
import { answerKeys, KEY_NAMES, type KeyAnswers } from './init-keys.ts'
import { addressProblem, QUESTIONS, type Question } from './init-questions.ts'
import { openPrompt, type Prompt } from './prompt.ts'

interface InitOptions extends JsonOption {
  from?: string
  products?: string
  writeEnv?: boolean
  open?: boolean
  yes?: boolean
  [flag: string]: unknown
}

/** The answers given by the flags and the file. */
interface Answers {
  settings: Record<string, unknown>
  /** A file's path, `none` or `demo`. Undefined if not answered. */
  products: string | undefined
  keys: KeyAnswers
}

interface Run {
  context: CommandContext
  answers: Answers
  options: InitOptions
  /** Null if nothing may be asked. */
  prompt: Prompt | null
  /** Unanswered questions that may not be asked, each with its flag. */
  missing: string[]
}

/** One more than QUESTIONS has, because the question about products comes last. */
const QUESTION_COUNT = QUESTIONS.filter(isCounted).length + 1

/**
 * `init`: asks who the shop is and what it sells. Each answer is stored at once, so that it can be interrupted and
 * resumed.
 */
export function addInitCommand(program: ShopCommand): void {
  const init = program
    .command('init')
    .description('set up a new shop (asks up to ten questions; skips the ones already answered)')
    .example('init', 'init --from answers.json --yes', 'init --name "Blue Door" --gstin none --products catalogue.csv')
    .option(
      '--from <file>',
      'a JSON object of answers: settings by name, "products", and the payment keys by their names',
    )
  for (const { flag, text } of QUESTIONS.flatMap((question) => ('flag' in question ? [question] : [])))
    init.option(`--${flag} <text>`, text)
  init
    .option('--products <what>', 'a product CSV of Shopify or WooCommerce or a JSON Lines file; or none, or demo')
    .option('--write-env', 'write the payment keys of --from into .env, which only its owner can read')
    .option('--open', 'open the shop afterwards')
    .option('--yes', 'don’t ask, use the defaults')
    .option('--json', 'print doctor’s findings afterwards as JSON')
    .action(runInit)
}

async function runInit(options: InitOptions): Promise<void> {
  const answers = readAnswers(options)
  const isAsking = process.stdin.isTTY && !options.yes && !options.json
  const prompt = isAsking ? openPrompt() : null
  const missing: string[] = []
  try {
    // The keys that production needs are among the questions.
    const env: NodeJS.ProcessEnv = { ...process.env, ...answers.keys, ALLOW_SANDBOX: 'yes' }
    await withMigratedDatabase((context) => answerAll({ context, answers, options, prompt, missing }), env)
  } finally {
    prompt?.close()
  }
  if (missing.length > 0)
    throw new UsageError(
      `Not answered: ${missing.join(', ')}. What was answered is stored. Give the rest as flags, or in a file with --from; --yes takes the defaults.`,
    )
  const findings = await runChecks({ opening: true })
  printResult(findings, options, () => closingLines(findings))
}

async function answerAll(run: Run): Promise<void> {
  const { context, answers } = run
  const { actor } = context
  if (Object.keys(answers.settings).length > 0) {
    const problem = problemOf(context, answers.settings)
    if (problem !== null) throw new CommandError(problem)
    unwrap(await changeSettings(context, actor, answers.settings))
  }
  for (const [index, question] of QUESTIONS.entries()) {
    if ('keys' in question) await answerKeys({ ...run, title: titleOf(index, question.text) })
    else await answerSetting(run, question, titleOf(index, question.text))
  }
  if (run.missing.length === 0) await completeSettings(run)
  await answerProducts(
    run,
    `${QUESTION_COUNT} of ${QUESTION_COUNT}  Products: a product CSV or JSON Lines file, none, or demo`,
  )
  if (run.options.open && run.missing.length === 0) unwrap(await changeSettings(context, actor, { 'shop.open': true }))
}

function titleOf(index: number, text: string): string {
  return `${QUESTIONS.slice(0, index + 1).filter(isCounted).length} of ${QUESTION_COUNT}  ${text}`
}

function isCounted(question: Question): boolean {
  return !('isPart' in question)
}

/** What is wrong with answers beside each other or what was answered before, as a sentence, or null. */
function problemOf({ settings }: CommandContext, answers: Readonly<Record<string, unknown>>): string | null {
  const gstin = answers['shop.gstin'] ?? settings()['shop.gstin']
  return addressProblem({ 'shop.address': String(answers['shop.address'] ?? ''), 'shop.gstin': String(gstin) })
}

async function answerSetting(
  { context, prompt, options, missing }: Run,
  question: Exclude<Question, { keys: true }>,
  title: string,
): Promise<void> {
  const { name, flag, follows, defaultAnswer, parse } = question
  const { db, actor } = context
  const stored = await readStoredSettings(db)
  if (Object.hasOwn(stored, name)) return
  const settings = context.settings()
  const save = async (text: string): Promise<string | null> => {
    const answer = { [name]: parse(text) }
    const problem = problemOf(context, answer)
    if (problem !== null) return problem
    const changed = await changeSettings(context, actor, answer)
    return changed.ok ? null : changed.message.replace(`${name} `, 'It ')
  }
  const following = follows?.(settings, stored)
  if (following !== undefined) return void unwrap(await changeSettings(context, actor, { [name]: following }))
  const standard = defaultAnswer?.(settings, await isNewShop(db))
  if (prompt) return prompt.ask(title, save, standard === undefined ? {} : { defaultAnswer: standard })
  // A part with a default isn't asked for in scripts.
  if (standard !== undefined && (options.yes || question.isPart)) await save(standard)
  else if (!options.yes) missing.push(`${name} (--${flag})`)
}

/** Replaces the demonstration's texts, and closes a shop that has nothing on sale yet. */
async function completeSettings({ context, options }: Run): Promise<void> {
  const { db, actor } = context
  const [settings, stored] = [context.settings(), await readStoredSettings(db)]
  const isNamed = Object.hasOwn(stored, 'shop.name')
  const texts = isNamed ? ownTexts(settings) : {}
  const isNew = await isNewShop(db)
  const defaults: Partial<Settings> = { ...texts, ...(isNew && isNamed && !options.open ? { 'shop.open': false } : {}) }
  const unset = SETTING_NAMES.flatMap((name) => {
    const value = defaults[name]
    // What is made from an answer that is missing can't be stored yet.
    const isUnset = value !== undefined && !Object.hasOwn(stored, name)
    return isUnset && DEFINITIONS[name].schema.safeParse(value).success ? [[name, value] as const] : []
  })
  if (unset.length > 0) unwrap(await changeSettings(context, actor, Object.fromEntries(unset)))
}

async function isNewShop(db: CommandContext['db']): Promise<boolean> {
  return (await countForOpening(db)).published === 0
}

async function answerProducts({ context, answers, prompt, options, missing }: Run, title: string): Promise<void> {
  if (answers.products !== undefined) return addProducts(context, answers.products)
  if ((await countProducts(context.db)) > 0) return
  if (!prompt) {
    if (!options.yes) missing.push('products (--products)')
    return
  }
  await prompt.ask(
    title,
    async (answer) => {
      try {
        await addProducts(context, answer)
        return null
      } catch (error) {
        if (error instanceof CommandError) return error.message
        throw error
      }
    },
    { defaultAnswer: 'none' },
  )
}

async function addProducts(context: CommandContext, what: string): Promise<void> {
  if (what === 'none') return
  if (what === 'demo') {
    const { products } = unwrap(await loadDemonstration(context.db, context.actor, resolve(root, 'catalogue')))
    return printError(`The demonstration’s ${products} products were loaded.`)
  }
  const report = await importFile(context, resolveFile(what), {})
  if (!report.ok) throw new CommandError(reportLines(report).join('\n'))
  printError(reportLines(report).join('\n'))
}

/** The answers of the file and the flags; a flag overrides the file. @throws {UsageError} */
function readAnswers(options: InitOptions): Answers {
  const file = options.from === undefined ? undefined : resolveFile(options.from)
  const { products, ...others } = file === undefined ? {} : readAnswerFile(file)
  const keyNames: readonly string[] = KEY_NAMES
  const fileAnswers = Object.entries(others)
  const flags = QUESTIONS.flatMap((question) => {
    if ('keys' in question) return []
    const given = options[camelCase(question.flag)]
    return typeof given === 'string' ? [[question.name, question.parse(given)] as [SettingName, unknown]] : []
  })
  return {
    settings: Object.fromEntries([...fileAnswers.filter(([name]) => !keyNames.includes(name)), ...flags]),
    products: options.products ?? fileProducts(products, file),
    keys: Object.fromEntries(
      fileAnswers.filter(([name]) => keyNames.includes(name)).map(([name, key]) => [name, String(key)]),
    ),
  }
}

/** The products given in an answers file. A path is relative to that file. */
function fileProducts(products: unknown, file: string | undefined): string | undefined {
  if (typeof products !== 'string' || file === undefined) return undefined
  return products === 'none' || products === 'demo' ? products : resolve(dirname(file), products)
}

function readAnswerFile(path: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new UsageError(`${path} isn’t a JSON object of answers.`)
  }
}

/** Commander's name for a flag's value. */
function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function closingLines(findings: readonly Finding[]): string[] {
  const isReady = findings.every(({ ok }) => ok)
  return [
    ...findingLines(findings),
    '',
    isReady ? 'Nothing is missing.' : 'Items marked WRONG still need to be fixed.',
    '`npm start` runs the shop (with NODE_ENV=production for a real one); `npm run shop -- settings set shop.open yes` opens it to visitors. Until then `npm run shop -- preview` prints a private link to look at it.',
  ]
}
