/** Child processes that end with this one. Each runs in its own process group. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const running = new Set()
let isEnding = false

/**
 * Runs a program until it exits.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, isQuiet?: boolean }} options `isQuiet`: collects what it prints
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runProgram(command, args, { cwd, env, isQuiet = false } = {}) {
  // While this process exits, the promise stays pending, so the caller starts nothing more.
  if (isEnding) return new Promise(() => {})
  const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
  const child = spawn(command, args, { cwd, env, stdio, detached: process.platform !== 'win32' })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return new Promise((done) => {
    child.on('error', ({ message }) => done({ code: 1, output: message }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  }).finally(() => running.delete(child))
}

/** Sends SIGTERM to every running program's group, and SIGKILL after `graceMs`. No other program starts afterwards. */
export async function endPrograms(graceMs = 5000) {
  isEnding = true
  const groups = [...running].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
  for (const group of groups) signalGroup(group, 'SIGTERM')
  const end = Date.now() + graceMs
  while (groups.some((group) => signalGroup(group, 0)) && Date.now() < end) await sleep(50)
  for (const group of groups) signalGroup(group, 'SIGKILL')
}

/** True if the group has a process. Signal 0 only checks for one. */
function signalGroup(group, signal) {
  try {
    return process.kill(process.platform === 'win32' ? group : -group, signal)
  } catch {
    return false
  }
}
