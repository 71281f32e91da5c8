/**
 * The gate: `check` is the quick part, `test` is everything. Plain Node 18+, no dependencies of its own.
 * Every step runs even after a failure, so that one run tells all; the last line has the sums of all runners.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './ensure.mjs'

const bin = resolve(root, 'node_modules/.bin')
const results = resolve(root, 'test-results')
const sums = { passed: 0, failed: 0, skipped: 0 }
const failedSteps = []
const failures = []
const secondTries = []
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
}

function run(command, args, more = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } }).status ?? 1
}

/** A step that passes or fails as one; says which. */
function step(name, command, args, more) {
  const from = Date.now()
  console.log(`\n== ${name}`)
  const passed = run(command, args, more) === 0
  record(name, passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  console.log(`== ${name}: ${passed ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - from) / 1000)} s`)
  return passed
}

function record(name, { passed, failed, skipped = 0 }) {
  sums.passed += passed
  sums.failed += failed
  sums.skipped += skipped
  if (failed > 0) failedSteps.push(name)
}

/** A Vitest project; its sums are read from its own report, and a run without a report has failed. */
function vitest(project, label = project, more = {}) {
  const report = resolve(results, `vitest-${label}.json`)
  const failed = resolve(results, `failures-${label}.json`)
  for (const file of [report, failed]) rmSync(file, { force: true })
  console.log(`\n== tests: ${label}`)
  const reporters = ['--reporter=dot', '--reporter=json', '--reporter=./tests/support/failure-reporter.ts']
  const status = run('vitest', ['run', '--project', project, ...reporters, `--outputFile.json=${report}`], {
    ...more,
    FAILURES_FILE: failed,
  })
  if (existsSync(failed)) failures.push(...JSON.parse(readFileSync(failed, 'utf8')))
  if (!existsSync(report)) return record(label, { passed: 0, failed: 1 })
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const wrong = Math.max(numFailedTests, status === 0 ? 0 : 1, numFailedTests === 0 ? numFailedTestSuites : 0)
  record(label, { passed: numPassedTests, failed: wrong, skipped: numPendingTests })
}

/** The browser journeys. */
function playwright() {
  const report = resolve(results, 'playwright.json')
  rmSync(report, { force: true })
  console.log('\n== tests: journeys')
  const status = run('playwright', ['test', '--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  if (!existsSync(report)) return record('journeys', { passed: 0, failed: 1 })
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const specs = specsIn(suites)
  secondTries.push(...specs.filter((spec) => isAny(spec, 'flaky')).map(({ title }) => title))
  for (const spec of specs.filter((one) => isAny(one, 'unexpected')))
    failures.push({ where: `${spec.file} › ${spec.title}`, why: errorOf(spec) })
  record('journeys', {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, status === 0 ? 0 : 1),
    skipped: stats.skipped,
  })
}

function specsIn(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsIn(inner)])
}

/** `flaky` failed first and passed then, `unexpected` failed. */
function isAny({ tests }, status) {
  return tests.some((test) => test.status === status)
}

function errorOf({ tests }) {
  const [error] = tests.flatMap(({ results: tries }) => tries.flatMap(({ errors }) => errors))
  return error?.message ?? 'no error was told'
}

/** An error's first lines without the colours of a terminal. */
function inShort(why) {
  return stripVTControlCharacters(why).split('\n').slice(0, 6).join('\n  ')
}

const CHROMIUM_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where none is found: Debian's Chromium, and elsewhere Playwright's own (CONTRACT, npm test). */
function ensureBrowser() {
  const found = [process.env.CHROMIUM_PATH, ...CHROMIUM_PLACES].find((place) => place && existsSync(place))
  if (found) env.CHROMIUM_PATH = found
  else if (existsSync('/usr/bin/apt-get')) installPackages(['chromium'])
  else env.CHROMIUM_PATH = installPlaywrights()
}

function installPlaywrights() {
  console.log('== installing the Chromium of Playwright')
  run('playwright', ['install', 'chromium'])
  const ask = "process.stdout.write(require('@playwright/test').chromium.executablePath())"
  return execFileSync(process.execPath, ['-e', ask], { cwd: root, encoding: 'utf8' })
}

/** Debian's PostgreSQL, for the run on an outside database; without it that run is left out, and says so. */
function ensureOutsidePostgres() {
  if (process.env.TEST_DATABASE_URL || hasPostgres()) return true
  installPackages(['postgresql'])
  return hasPostgres()
}

/** The places of tests/support/outside-postgres.ts. */
function hasPostgres() {
  return [18, 17, 16, 15].some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`))
}

function installPackages(packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log(`== installing ${packages.join(', ')}`)
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}

function quickPart() {
  step('format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  step('route types', 'react-router', ['typegen'])
  step('types', 'tsc', ['-p', '.'])
  step('layers', 'depcruise', ['src', '--output-type', 'err'])
  step('dead code', 'knip', ['--no-progress'])
  step('conformance', process.execPath, ['scripts/conformance.mjs', '--check'])
  // Where they cannot be built there is nothing to weigh, and that they cannot is what is said.
  if (step('pages', process.execPath, ['scripts/ensure.mjs', 'build']))
    step('budgets', process.execPath, ['scripts/budgets.mjs'])
  vitest('unit')
}

const whole = process.argv[2] !== 'check'
mkdirSync(results, { recursive: true })
quickPart()
if (whole) {
  ensureBrowser()
  vitest('api', 'api on the embedded database', { TEST_DATABASE: 'embedded' })
  if (ensureOutsidePostgres()) vitest('api', 'api on an outside database', { TEST_DATABASE: 'outside' })
  else console.log('== no outside PostgreSQL could be had here: the API tests ran on the embedded one only')
  playwright()
}
for (const title of secondTries) console.log(`\nPassed at the second try only: ${title}`)
for (const { where, why } of failures) console.log(`\nFailed: ${where}\n  ${inShort(why)}`)
if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.join(', ')}`)
console.log(`\n${sums.passed} passed, ${sums.failed} failed${sums.skipped > 0 ? `, ${sums.skipped} skipped` : ''}`)
process.exit(sums.failed > 0 ? 1 : 0)
