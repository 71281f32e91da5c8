import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leafCommands } from '../../src/cli/command-tree.ts'
import { program } from '../../src/cli/main.ts'

const root = join(import.meta.dirname, '../..')

/** A stand-in for every tool: it records its call and writes the report that scripts/gate.mjs reads. `FAILING` names a tool that fails. */
const TOOL = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const name = require('node:path').basename(process.argv[1])
appendFileSync(process.env.CALLS, [name, ...process.argv.slice(2)].join(' ') + '\\n')
const file = process.argv.find((argument) => argument.startsWith('--outputFile'))?.split('=')[1]
const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numFailedTestSuites: 0, testResults: [] }
if (file) writeFileSync(file, JSON.stringify(counts))
const stats = { expected: 1, flaky: 0, unexpected: 0, skipped: 0 }
if (name === 'playwright') writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, JSON.stringify({ stats, suites: [] }))
if (name === 'bin.cjs' || name === 'vite.js') mkdirSync('build', { recursive: true })
process.exitCode = process.env.FAILING === name ? 1 : 0
`
const TOOLS = ['react-router', 'tsc', 'biome', 'depcruise', 'knip', 'vitest', 'playwright']

let folder: string
let calls: string

/** A clone without installed packages: the real scripts, with a local package in place of every tool. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clone-'))
  calls = join(folder, 'calls.log')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  for (const script of ['conformance.mjs', 'budgets.mjs']) write(`scripts/${script}`, '')
  for (const file of ['src/page.ts', 'public/icon.svg', 'react-router.config.ts', 'vite.config.ts']) write(file, '')
  write('server.ts', "console.log('the server runs')")
  const packages = {
    tools: { name: 'tools', version: '1.0.0', bin: Object.fromEntries(TOOLS.map((name) => [name, 'tool.cjs'])) },
    pages: { name: '@react-router/dev', version: '1.0.0' },
    vite: { name: 'vite', version: '1.0.0' },
  }
  for (const [path, description] of Object.entries(packages)) write(`${path}/package.json`, JSON.stringify(description))
  write('tools/tool.cjs', TOOL)
  chmodSync(join(folder, 'tools/tool.cjs'), 0o755)
  write('pages/bin.cjs', TOOL)
  write('vite/bin/vite.js', TOOL)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const project = { name: 'clone', version: '1.0.0', type: 'module' }
  const dependencies = { tools: 'file:tools', '@react-router/dev': 'file:pages', vite: 'file:vite' }
  write('package.json', JSON.stringify({ ...project, scripts, dependencies }))
  const links = Object.entries(packages).map(([path, { name }]) => [
    `node_modules/${name}`,
    { resolved: path, link: true },
  ])
  const locked = { '': { ...project, dependencies }, ...packages, ...Object.fromEntries(links) }
  write('package-lock.json', JSON.stringify({ ...project, lockfileVersion: 3, requires: true, packages: locked }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs npm in the clone, offline, and returns its exit code, its output, and the calls of tools. */
function npm(args: string[], settings: Record<string, string> = {}) {
  writeFileSync(calls, '')
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
    HOME,
    npm_config_offline: 'true',
    // With these the scripts look for no browser and no PostgreSQL to install.
    CHROMIUM_PATH: process.execPath,
    TEST_DATABASE_URL: 'postgres://localhost/tests',
    CALLS: calls,
    ...settings,
  }
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}`, calls: readFileSync(calls, 'utf8') }
}

/** What the gate counts: nine checks, then one unit, one API and one browser test, because each stand-in reports one. */
const STEPS = 12
/** The same with the tests of the tooling. */
const ALL_STEPS = 13

/** The pages are built once for each of the two languages, and the staff site once. */
const BUILD_CALLS = 'bin.cjs build\nbin.cjs build\nvite.js build --config src/admin/vite.config.ts\n'

test('npm test installs what is missing, then runs types, lint, architecture rules, unit, API and browser tests', {
  tags: 'C1.2',
}, () => {
  const { status, output, calls } = npm(['test'])
  expect(output).toMatch(new RegExp(`\\b${STEPS} passed, 0 failed\n`))
  expect(status).toBe(0)
  expect(output).toContain('Installing packages')
  for (const call of [
    /^tsc -p \.$/m,
    /^biome check .*--error-on-warnings/m,
    /^depcruise src /m,
    /^vitest run --project unit /m,
    /^vitest run --project api --reporter/m,
    /^playwright test .*--project=journeys .*--grep=\^\(\?!\.\*@nightly\)/m,
  ])
    expect(calls).toMatch(call)
})

test('npm test -- --all adds the tooling, the external database and the pictures', () => {
  const { output, calls } = npm(['test', '--', '--all'])
  expect(output).toMatch(new RegExp(`\\b${ALL_STEPS} passed, 0 failed\n`))
  for (const call of [
    /^vitest run --project tooling /m,
    /^vitest run --project api --project api-external /m,
    /^playwright test --reporter=line,json$/m,
  ])
    expect(calls).toMatch(call)
})

test('npm run check runs types, lint, architecture rules and unit tests alone, and fails where one of them does', {
  tags: 'C1.4',
}, () => {
  const { status, output, calls } = npm(['run', 'check'], { FAILING: 'biome' })
  expect(output).toContain('Failed steps: format and lint')
  expect(status).toBe(1)
  expect(calls).toMatch(/^tsc -p \.$/m)
  expect(calls).toMatch(/^depcruise src /m)
  expect(Array.from(calls.matchAll(/^(?:vitest|playwright).*?--project \S+/gm), String)).toEqual([
    'vitest run --project unit',
  ])
})

test('npm start installs what is missing and builds what is stale, and neither a second time', () => {
  const first = npm(['start'])
  expect(first).toMatchObject({ status: 0, calls: BUILD_CALLS })
  expect(first.output).toMatch(/Installing packages[\s\S]*Building the pages/)
  expect(first.output).toContain('the server runs')
  const second = npm(['start'])
  expect(second.calls).toBe('')
  expect(second.output).not.toMatch(/Installing|Building/)
  expect(second.output).toContain('the server runs')
  writeFileSync(join(folder, 'src/page.ts'), 'export const changed = true\n')
  expect(npm(['start']).calls).toBe(BUILD_CALLS)
})

test('npm’s scripts run on the Node 24 that came with the packages, not on the host’s', { tags: 'C1.7' }, () => {
  const host = join(folder, 'host')
  mkdirSync(host)
  writeFileSync(join(host, 'node'), `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} "$@"\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${host}${delimiter}/usr/local/bin${delimiter}/usr/bin${delimiter}/bin` }
  const run = (command: string) =>
    spawnSync('npm', ['exec', '-c', command], { cwd: root, env, encoding: 'utf8' }).stdout.trim()
  expect(run('command -v node')).toBe(join(root, 'node_modules/.bin/node'))
  expect(run('node --version')).toMatch(/^v24\./)
})

/** The commands that the contract's section on the command line names, and those of shipping. */
const COMMANDS = [
  'catalog import',
  'catalog export',
  'stock set',
  'orders list',
  'orders show',
  'orders advance',
  'orders ship',
  'orders export',
  'orders import-tracking',
  'exchanges list',
  'exchanges advance',
  'messages list',
  'stores import',
  'banner set',
  'doctor',
]

test('npm run shop -- COMMAND --help describes each command, without a database', { tags: 'C1.6' }, () => {
  const printed = (...words: string[]) =>
    spawnSync('npm', ['run', '--silent', 'shop', '--', ...words, '--help'], { cwd: root, encoding: 'utf8' }).stdout
  const helps = new Map(leafCommands(program).map(({ name, command }) => [name, command.helpInformation()]))
  for (const command of COMMANDS)
    expect(helps.get(command)).toMatch(
      new RegExp(`^Usage: npm run shop -- ${command}\\b.*\\n\\n\\S[^]*\\n {2}-h, --help`),
    )
  expect(printed('catalog', 'import')).toContain(helps.get('catalog import'))
  const groups = Array.from(printed().matchAll(/^ {2}([a-z]+)\b/gm), ([, name]) => name)
  expect(groups).toEqual(expect.arrayContaining(COMMANDS.map((command) => command.split(' ')[0])))
})
