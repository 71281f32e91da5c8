import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { bulkhead } from 'cockatiel'
import type { DecodedPicture, DecodeOptions, DrawOptions } from './decode.server.ts'

/** What the process is asked for. */
export type DecoderTask =
  | { kind: 'decode'; bytes: Uint8Array; options: DecodeOptions }
  | { kind: 'draw'; bytes: Uint8Array; options: DrawOptions }

/** How long an unused process waits for its next picture: it uses about 60 MB. */
const IDLE_MS = 10_000
/** Pictures are less urgent than shoppers' requests. */
const NICE = 10
/** Each takes up to 240 MB. */
const AT_ONCE = 2

const places = bulkhead(AT_ONCE, Number.POSITIVE_INFINITY)

/** Processes that wait for a picture, with the timers that end them. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()

/**
 * `decode` in a process of its own, which is killed after `timeoutMs`: a library that decodes can't be interrupted, and
 * may crash on bytes made for that. The process gets no secrets of the shop. Two run at once, whoever asks; others wait.
 * @returns null for what can't be decoded in that time
 * @throws {Error} if the process can't be started
 */
export async function decodePicture(
  bytes: Uint8Array,
  { timeoutMs, ...options }: DecodeOptions & { timeoutMs: number },
): Promise<DecodedPicture | null> {
  // Safe cast: what decoder-process.ts sends for this kind.
  return (await runTask({ kind: 'decode', bytes, options }, timeoutMs)) as DecodedPicture | null
}

/** `draw`, likewise. */
export async function drawPicture(
  bytes: Uint8Array,
  { timeoutMs, ...options }: DrawOptions & { timeoutMs: number },
): Promise<Uint8Array | null> {
  // Safe cast: as above.
  return (await runTask({ kind: 'draw', bytes, options }, timeoutMs)) as Uint8Array | null
}

function runTask(task: DecoderTask, timeoutMs: number): Promise<unknown> {
  return places.execute(async () => {
    const child = takeIdle() ?? startDecoder()
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const reply = nextReply(child)
    child.send(task)
    const result = await reply.finally(() => clearTimeout(timer))
    if (child.connected && child.exitCode === null && child.signalCode === null) rest(child)
    return result
  })
}

function startDecoder(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'decoder-process.ts'), {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => {}).on('exit', () => idle.delete(child))
  try {
    if (child.pid) setPriority(child.pid, NICE)
  } catch {
    // It ended already, or the system doesn't allow it.
  }
  return child
}

/** What the process sends next, or null if it ends by a signal. */
function nextReply(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (result: unknown) => end(() => resolve(result))
    const onError = (error: Error) => end(() => reject(error))
    // A signal: it was too slow, or crashed.
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      end(() => (signal ? resolve(null) : reject(new Error(`The picture decoder ended with ${code}.`))))
    const end = (settle: () => void) => {
      child.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    child.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}

function takeIdle(): ChildProcess | undefined {
  for (const [child, timer] of idle) {
    clearTimeout(timer)
    idle.delete(child)
    child.ref()
    child.channel?.ref()
    return child
  }
  return undefined
}

/** Keeps a process for the next picture, without keeping this one alive. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const end = () => {
    idle.delete(child)
    child.kill()
  }
  idle.set(child, setTimeout(end, IDLE_MS).unref())
}
