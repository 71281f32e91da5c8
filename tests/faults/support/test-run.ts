import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FaultContext, ms } from './context.ts'
import { ROOT } from './processes.ts'

/** How a file of tests came out. */
export interface Outcome {
  passed: number
  all: number
  /** Titles of the tests that passed. */
  titles: string[]
  /** What the first failure said. */
  failure: string | null
  spokenTime: string
}

interface Told {
  numTotalTests: number
  numPassedTests: number
  testResults: { message: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
}

/** Runs a file of the project's tests at another size, in a process of its own. */
export async function runTests(
  context: FaultContext,
  wanted: { project: 'unit' | 'api'; file: string; settings: Record<string, string> },
): Promise<Outcome> {
  const report = join(await context.folder('tests'), 'report.json')
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--project', wanted.project, wanted.file, '--reporter=json', `--outputFile=${report}`]
  const from = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...wanted.settings },
    stdio: 'ignore',
  })
  context.own(child)
  await new Promise((ended) => child.once('close', ended))
  // Proof: the form of vitest's own report.
  const told = JSON.parse(await readFile(report, 'utf8')) as Told
  const tests = told.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  const broken = told.testResults.find(({ message }) => message !== '')
  return {
    passed: told.numPassedTests,
    all: told.numTotalTests,
    titles: tests.filter(({ status }) => status === 'passed').map(({ title }) => title),
    failure: failed ? `${failed.title}: ${failed.failureMessages[0]?.slice(0, 300)}` : (broken?.message ?? null),
    spokenTime: ms(performance.now() - from),
  }
}
