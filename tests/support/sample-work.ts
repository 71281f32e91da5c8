import { setTimeout as sleep } from 'node:timers/promises'

/** Functions for the tests of work processes, which call them in another process. */
export const pid = () => process.pid

export async function pidLater(): Promise<number> {
  await sleep(100)
  return process.pid
}

export function fail(message: string): never {
  throw new RangeError(message)
}

export function crash(): void {
  process.kill(process.pid, 'SIGKILL')
}

export const hang = () => sleep(600_000)
export const settingNames = () => Object.keys(process.env)
export const repeated = (byte: number, length: number) => Buffer.alloc(length, byte)
