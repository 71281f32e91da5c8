/**
 * `npm run check` (static checks and unit tests), `npm test` (API and browser tests too: the merge gate) and `npm test
 * -- --all` (nightly: also the tests with the tag `nightly`, the SQL tests on an installed PostgreSQL, the pictures of
 * docs/screens and the tests of the project's own scripts). Steps run even after a failure, so one run reports everything, but without `--all` five
 * failed tests end it. A failure is printed when it happens and once more at the end. The last line has the totals.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser, installPackages } from './browser.mjs'
import { changedFiles, screensOf } from './changed-screens.mjs'
import { endPrograms, runProgram } from './child-processes.mjs'
import { root } from './ensure.mjs'

const bin = resolve(root, 'node_modules/.bin')
const results = resolve(root, 'test-results')
const isAll = process.argv.includes('--all')
/** How many failed tests end the run. They are mostly one fault. */
const MOST_FAILURES = isAll ? Number.POSITIVE_INFINITY : 5
const steps = []
const failures = []
const flakyTests = []
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  // Vitest takes FORCE_COLOR=0 for a yes.
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
}
if (!process.stdout.isTTY) delete env.FORCE_COLOR

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, async () => {
    await endPrograms()
    process.exit(128 + constants.signals[signal])
  })

/** Runs a step that passes or fails as a whole. Steps run in parallel, so the output is printed at the end. */
async function step(name, command, args) {
  const from = Date.now()
  const { code, output } = await runProgram(command, args, { cwd: root, env, isQuiet: true })
  const passed = code === 0
  record(name, from, passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  console.log(`\n== ${name}: ${passed ? 'passed' : 'FAILED'}\n${output.trim()}`)
  return passed
}

function record(name, from, { passed, failed, skipped = 0 }) {
  steps.push({ name, seconds: Math.round((Date.now() - from) / 1000), passed, failed, skipped })
}

/** Runs Vitest projects. The totals are read from its report, and a run without a report counts as failed. */
async function vitest(label, projects) {
  const from = Date.now()
  const report = resolve(results, `vitest-${label}.json`)
  const failed = resolve(results, `failures-${label}.json`)
  for (const file of [report, failed]) rmSync(file, { force: true })
  console.log(`\n== tests: ${label}`)
  const reporters = ['--reporter=dot', '--reporter=json', '--reporter=./tests/support/failure-reporter.ts']
  const chosen = projects.flatMap((project) => ['--project', project])
  const limits = isAll ? [] : [`--bail=${MOST_FAILURES}`, '--tags-filter=!nightly']
  const args = ['run', ...chosen, ...reporters, `--outputFile.json=${report}`, ...limits]
  const { code } = await runProgram('vitest', args, { cwd: root, env: { ...env, FAILURES_FILE: failed } })
  if (existsSync(failed)) {
    const reported = JSON.parse(readFileSync(failed, 'utf8'))
    failures.push(...reported.failures)
    flakyTests.push(...reported.flaky)
  }
  if (!existsSync(report)) return record(label, from, { passed: 0, failed: 1 })
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const wrong = Math.max(numFailedTests, code === 0 ? 0 : 1, numFailedTests === 0 ? numFailedTestSuites : 0)
  const later = isAll ? 0 : testResults.flatMap(({ assertionResults }) => assertionResults).filter(isNightly).length
  record(label, from, { passed: numPassedTests, failed: wrong, skipped: numPendingTests - later })
}

const isNightly = ({ tags }) => tags.includes('nightly')

/** Titles and tags of the journeys that the gate runs: all but the nightly ones, and of those the sweeps of `screens`. */
function gateTests(screens) {
  const swept = screens.map((screen) => ` ${screen}([/?{]\\S*)? (is clean to axe|has no axe)`)
  return ['^(?!.*@nightly)', ...swept].join('|')
}

/** Runs the end-to-end tests and, with `--all`, compares the pictures. */
async function playwright() {
  const from = Date.now()
  const report = resolve(results, 'playwright.json')
  rmSync(report, { force: true })
  console.log('\n== tests: end-to-end')
  const args = ['test', '--reporter=line,json']
  const more = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  if (!isAll) {
    const screens = screensOf(changedFiles())
    console.log(`Changed screens, which are checked by axe and at all widths: ${screens.join(' ') || 'none'}`)
    args.push('--project=journeys', `--max-failures=${MOST_FAILURES}`, `--grep=${gateTests(screens)}`)
    // For tests/e2e/axe.ts.
    more.SWEPT_SCREENS = screens.join(' ')
  }
  const { code } = await runProgram('playwright', args, { cwd: root, env: { ...env, ...more } })
  if (!existsSync(report)) return record('end-to-end', from, { passed: 0, failed: 1 })
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const specs = specsIn(suites)
  flakyTests.push(...specs.filter((spec) => hasStatus(spec, 'flaky')).map(({ title }) => title))
  for (const spec of specs.filter((one) => hasStatus(one, 'unexpected')))
    failures.push({ where: `${spec.file} › ${spec.title}`, why: errorOf(spec) })
  record('end-to-end', from, {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
  })
}

function specsIn(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsIn(inner)])
}

/** True if a test of a spec has a status: `flaky` means that it passed when retried, `unexpected` that it failed. */
function hasStatus({ tests }, status) {
  return tests.some((test) => test.status === status)
}

function errorOf({ tests }) {
  const [error] = tests.flatMap(({ results: tries }) => tries.flatMap(({ errors }) => errors))
  return error?.message ?? 'no error was reported'
}

/** The first lines of an error, without terminal colours. */
function shorten(why) {
  return stripVTControlCharacters(why).split('\n').slice(0, 6).join('\n  ')
}

/** Finds or installs Debian's PostgreSQL, for the tests on another server. False if that's impossible. */
async function ensureExternalPostgres() {
  if (process.env.TEST_DATABASE_URL || hasPostgres()) return true
  await installPackages(['postgresql'], env)
  return hasPostgres()
}

/** The folders of tests/support/external-postgres.ts. */
function hasPostgres() {
  return [18, 17, 16, 15].some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`))
}

/** Two groups of steps in parallel, about equally long on two cores, then the unit tests, which use both cores. */
async function runChecks() {
  await Promise.all([
    (async () => {
      await step('route types', 'react-router', ['typegen'])
      await step('types', 'tsc', ['-p', '.'])
      await step('types of the service worker', 'tsc', ['-p', 'src/app/service-worker'])
    })(),
    (async () => {
      await step('format and lint', 'biome', ['check', '--error-on-warnings', '.'])
      await step('layers', 'depcruise', ['src', '--output-type', 'err'])
      await step('dead code', 'knip', ['--no-progress'])
      await step('conformance', process.execPath, ['scripts/conformance.mjs', '--check'])
      // The budgets can only be checked after a build.
      if (await step('pages', process.execPath, ['scripts/ensure.mjs', 'build']))
        await step('budgets', process.execPath, ['scripts/budgets.mjs'])
    })(),
  ])
  await vitest('unit', ['unit', 'unit-dom'])
}

/** The browser and, with `--all`, the external database that the slow tests need. */
async function installPrograms() {
  return { browser: await findBrowser(env), hasExternal: isAll && (await ensureExternalPostgres()) }
}

async function runSlowTests({ browser, hasExternal }) {
  env.CHROMIUM_PATH = browser
  if (isAll) await vitest('tooling', ['tooling'])
  if (isAll && !hasExternal)
    console.log('== PostgreSQL could not be installed: the API tests run only on the embedded one')
  if (isOver('api')) return
  await vitest('api', hasExternal ? ['api', 'api-external'] : ['api'])
  if (!isOver('end-to-end')) await playwright()
}

/** True if too many tests have failed to go on with these. */
function isOver(label) {
  const isOver = failures.length >= MOST_FAILURES
  if (isOver) console.log(`\n== tests: ${label}: not run, because ${failures.length} others failed`)
  return isOver
}

mkdirSync(results, { recursive: true })
if (process.argv[2] === 'check') await runChecks()
else {
  // Installation waits for the network and the disk, which the checks hardly use.
  const installing = installPrograms()
  await runChecks()
  await runSlowTests(await installing)
}
for (const title of flakyTests) console.log(`\nFlaky, passed only when retried: ${title}`)
for (const { where, why } of failures) console.log(`\nFailed: ${where}\n  ${shorten(why)}`)
console.log(`\nSeconds: ${steps.map(({ name, seconds }) => `${name} ${seconds}`).join(', ')}`)
const failedSteps = steps.filter(({ failed }) => failed > 0)
if (failedSteps.length > 0) console.log(`\nFailed steps: ${failedSteps.map(({ name }) => name).join(', ')}`)
const sum = (what) => steps.reduce((total, one) => total + one[what], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exit(sum('failed') > 0 ? 1 : 0)
