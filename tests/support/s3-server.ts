import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Keys } from '#platform/files/open-store.server.ts'
import { cleanEnvironment, endProcess } from './processes.ts'

/** The only keys that the server knows. */
export const S3_KEYS: S3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * An empty bucket of any S3 server, for the tests that can do with any: S3_TEST_URL=s3://… S3_TEST_KEY_ID=…
 * S3_TEST_SECRET=…. Null if none is given.
 */
export function givenBucket(): { url: string; keys: S3Keys } | null {
  const { S3_TEST_URL: url, S3_TEST_KEY_ID: accessKeyId = '', S3_TEST_SECRET: secretAccessKey = '' } = process.env
  return url ? { url, keys: { accessKeyId, secretAccessKey } } : null
}

/** An S3 server on loopback, in a process of its own, with an empty bucket `shop`. */
export interface S3Server {
  /** The address of the bucket for PICTURES_URL. */
  url: string
  /** Ends the server; its files stay until `stop`. */
  pause(): Promise<void>
  /** Starts it again at the same port. */
  resume(): Promise<void>
  /** The files of uploads in parts that are neither complete nor aborted. */
  uploads(): Promise<string[]>
  stop(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  let child: ChildProcess
  const start = async (at: number): Promise<number> => {
    child = fork(join(import.meta.dirname, 's3-server-process.ts'), [directory, String(at)], {
      env: cleanEnvironment(),
      execArgv: ['--openssl-legacy-provider'],
    })
    const [taken] = await once(child, 'message')
    return Number(taken)
  }
  const port = await start(0)
  return {
    url: `s3://shop?endpoint=http://127.0.0.1:${port}`,
    pause: () => endProcess(child),
    async resume() {
      await start(port)
    },
    async uploads() {
      const all = await readdir(join(directory, 'shop'), { recursive: true })
      return all.filter((name) => /_S3rver_uploads\/.+\//.test(name))
    },
    async stop() {
      await endProcess(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
