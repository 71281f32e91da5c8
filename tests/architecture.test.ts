import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { GROUPS } from '#shop/features.server.ts'
import importRules from '../.dependency-cruiser.cjs'
import vitestConfig from '../vitest.config.ts'
import { SPEC_ROUTES } from './support/spec-routes.ts'

const root = join(import.meta.dirname, '..')
const FEATURES = Object.values(GROUPS).flatMap((group) => Object.keys(group))

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const sources = filesBelow('src').filter((file) => /\.tsx?$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

test('the shop has the features of ARCHITECTURE.md and no others', () => {
  const folders = readdirSync(join(root, 'src/shop'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map((folder) => folder.name).sort()).toEqual([...FEATURES].sort())
  const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  for (const [title, group] of Object.entries(GROUPS))
    expect(document).toContain(`| ${title} | ${Object.keys(group).join(' · ')} |`)
})

test('the import rules have the order of the list of features', () => {
  const ordered = importRules.forbidden.flatMap(
    ({ name }) => /^(\w+)-imports-earlier-features-only$/.exec(name)?.[1] ?? [],
  )
  expect(ordered).toEqual(FEATURES.slice(0, -1))
})

test('no file is named utils, helpers, common or the like', () => {
  const vague = sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|lib|index)(\.\w+)*\.tsx?$/.test(file))
  expect(vague).toEqual([])
})

test('no file has the marks of an unsolved merge', () => {
  const folders = ['.ci', '.github', 'catalogue', 'db', 'deploy', 'docs', 'public', 'scripts', 'src', 'tests']
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = [...top.map(({ name }) => name), ...folders.flatMap(filesBelow)].filter(
    (file) => !/\.(png|webp|avif|jpg|woff2|ttf|tar|wasm|gz)$/.test(file),
  )
  expect(texts.filter((file) => /^(<{7}|>{7}) /m.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('no any, no silenced TypeScript error, no TODO, no console.log', () => {
  const forbidden = /(: any\b|as any\b|<any>|@ts-ignore|@ts-expect-error|\bTODO\b|\bFIXME\b|console\.log)/
  expect(sources.filter((file) => !isTest(file) && forbidden.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('the staff site writes every amount with Rs.: ₹ is of product cards (SPEC 9)', () => {
  const staff = sources.filter((file) => file.startsWith('src/admin/') && !isTest(file))
  const sign = /productCardPrice|(?<!\^\(\?:|")₹(?!\|)/
  expect(staff.filter((file) => sign.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('screens for staff name no commands, except where nothing else is left', () => {
  // Going back to a backup, with the shop stopped; and a sole owner who has lost every factor.
  const allowed = ['src/admin/backups/labels.ts', 'src/admin/sign-in/factor-step.tsx']
  const staff = sources.filter((file) => file.startsWith('src/admin/') && !isTest(file))
  expect(staff.filter((file) => readFileSync(join(root, file), 'utf8').includes('npm run shop'))).toEqual(allowed)
})

test('no test only checks that a fixture is there: it requests what it needs, such as signedInPage', () => {
  const tests = filesBelow('tests').filter((file) => /\.(spec|test)\.ts$/.test(file))
  const existence =
    /expect\((page|shop|shopper|signedInPage)(\.\w+)?\)\.(not\.toBe\(''\)|toBeDefined\(\)|toBeTruthy\(\)|not\.toBe(Null|Undefined)\(\))/
  expect(tests.filter((file) => existence.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

/** Comparisons of a sentence of a response, which may change or be translated: programs compare `code` (decision 002). */
function sentenceComparisons(text: string): string[] {
  const sentence = String.raw`\b(?:message|detail)\b`
  const compared = [
    String.raw`(?<!typeof [\w.?]*)${sentence}\s*[!=]==?\s*(?!null\b|undefined\b|'')[\w'"\`(]`,
    String.raw`[!=]==?\s*[\w.?]*${sentence}(?!\s*\()`,
    String.raw`${sentence}\??\.(?:includes|startsWith|endsWith|indexOf|match|search)\(`,
    String.raw`(?:\.test|\.exec|\.has|\.includes|switch )\([\w.?]*${sentence}\)`,
  ]
  return text.match(new RegExp(compared.join('|'), 'g')) ?? []
}

test('no browser file compares a sentence of a response', () => {
  const files = sources.filter((file) => !isTest(file) && !file.includes('.server.') && !file.includes('/sandbox/'))
  const found = files.flatMap((file) =>
    sentenceComparisons(readFileSync(join(root, file), 'utf8')).map((code) => `${file}: ${code}`),
  )
  expect(found).toEqual([])
  for (const violation of [
    'if (response.data.message === ADDED_TO_CART) return',
    "response.message !== 'Sold out'",
    'ALREADY_PLACED === problem?.message',
    "message.startsWith('Only')",
    'response.message?.includes(name)',
    '/sold out/.test(response.message)',
    'SENTENCES.has(problem.detail)',
    'switch (response.message) {',
  ])
    expect(sentenceComparisons(violation), violation).toHaveLength(1)
  for (const fine of [
    "typeof body.message === 'string'",
    'if (message === null)',
    "message === ''",
    "code === 'not_found'",
  ])
    expect(sentenceComparisons(fine), fine).toEqual([])
})

test('tests wait with expect.poll, whose limit is long: vi.waitFor and vi.waitUntil give up after a second', () => {
  const tests = ['src', 'tests'].flatMap(filesBelow).filter((file) => /\.tsx?$/.test(file))
  const impatient = /vi\.wait(For|Until)\(/
  expect(tests.filter((file) => impatient.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('no field for a code or a number is cut by maxLength, before what doesn’t count is taken out', () => {
  const files = sources.filter((file) => file.endsWith('.tsx') && !isTest(file))
  const isNumber = /inputMode="numeric"|type="tel"|autoComplete="(?:one-time-code|postal-code|tel)"/
  // A spare code has letters, and the field is ten times as long.
  const isLong = /maxLength=\{(?:[4-9]\d|\d{3,})\}/
  const cut = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/<(?=[A-Z]\w+\s|input\s)/)
      .map((element) => element.slice(0, element.search(/\/>/) + 1))
      .filter((element) => isNumber.test(element) && element.includes('maxLength') && !isLong.test(element))
      .map((element) => `${file}: ${element}`),
  )
  expect(cut).toEqual([])
})

test('messages.ts has a constant or a function for each sentence, and no object of sentences', () => {
  const files = sources.filter((file) => file.endsWith('/messages.ts'))
  const withObject = files.filter((file) => /^export const \w+ = \{/m.test(readFileSync(join(root, file), 'utf8')))
  expect(files.length).toBeGreaterThan(10)
  expect(withObject).toEqual([])
})

test('no component has a hex colour: colours are tokens of src/ui/theme.css', () => {
  const components = sources.filter((file) => file.endsWith('.tsx') && !isTest(file) && file !== 'src/app/root.tsx')
  const hexColour = /#(?:[\da-f]{3}){1,2}\b/i
  expect(components.filter((file) => hexColour.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('released migrations are never edited, and new ones come after them', () => {
  const folder = join(root, 'db/migrations')
  const released = readFileSync(join(folder, 'released.sha256'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  '))
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const edited = released.filter(([sum, name = '']) => sumOf(name) !== sum)
  expect(edited, 'change the schema by a new file').toEqual([])
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  expect(names.slice(0, released.length)).toEqual(released.map(([, name]) => name))
})

test('every route of the specification is in the route table', () => {
  const table = readFileSync(join(root, 'src/app/routes.ts'), 'utf8')
  expect(SPEC_ROUTES).toHaveLength(19)
  for (const route of SPEC_ROUTES.slice(1)) expect(table).toContain(`'${route.slice(1).replace(/\{(\w+)\}/, ':$1')}'`)
})

test('every file of the project that a document names is there', () => {
  const documents = [...filesBelow('docs'), ...readdirSync(root)].filter((file) => file.endsWith('.md'))
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const named = [...text.matchAll(/`((?:src|tests|db|docs|scripts|bench|catalogue)\/[\w./-]*\w)`/g)].map(
      ([, path = '']) => path,
    )
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => join(document, '..', path))
    return [...named, ...linked].filter((path) => !existsSync(join(root, path))).map((path) => `${document}: ${path}`)
  })
  expect(missing).toEqual([])
})

test('every test file that vitest.config.ts excludes by its path is there', () => {
  const listed = vitestConfig.test?.projects?.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? (project.test?.exclude ?? []) : [],
  )
  expect(listed?.filter((file) => !file.includes('*') && !existsSync(join(root, file)))).toEqual([])
})
