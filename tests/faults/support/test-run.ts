import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheckResult, type FaultContext, ms } from './context.ts'
import { ROOT } from './processes.ts'

interface TestFile {
  project: 'unit' | 'api'
  file: string
  settings: Record<string, string>
}

interface VitestReport {
  numTotalTests: number
  numPassedTests: number
  testResults: { message: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
}

/** Runs a test file of the project at another size, in a process of its own; the promise is kept if every test passes. */
export async function runAsCheck(
  context: FaultContext,
  {
    tests,
    size,
    promise,
    requirement,
  }: { tests: TestFile; size: string } & Pick<CheckResult, 'promise' | 'requirement'>,
): Promise<CheckResult> {
  const from = performance.now()
  const { numTotalTests: total, numPassedTests: passed, testResults } = await runTests(context, tests)
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  const broken = testResults.find(({ message }) => message !== '')
  const failure = failed ? `${failed.title}: ${failed.failureMessages[0]?.slice(0, 300)}` : broken?.message
  const duration = ms(performance.now() - from)
  const measured = `${size}: ${passed} of ${total} tests passed in ${duration}${failure ? `; ${failure}` : ''}`
  context.log(measured)
  return { promise, requirement, measured, ok: !failure && total > 0 && passed === total }
}

async function runTests(context: FaultContext, { project, file, settings }: TestFile): Promise<VitestReport> {
  const report = join(await context.folder('tests'), 'report.json')
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--project', project, file, '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  })
  context.own(child)
  await new Promise((ended) => child.once('close', ended))
  // Safe cast: the form of vitest's own report.
  return JSON.parse(await readFile(report, 'utf8')) as VitestReport
}
