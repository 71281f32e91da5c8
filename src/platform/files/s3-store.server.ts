import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import { checkFileName } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import { callStore, isMissingFile, toStoreError } from './s3-errors.server.ts'
import { readPage } from './s3-list.ts'
import { StoreError } from './store-error.ts'

/** A bucket of an S3-compatible store. `endpoint` is a URL without the bucket. */
export interface S3Options {
  bucket: string
  /** What every name begins with in the bucket, without slashes at its ends; may be empty. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A stream is sent in parts of this size. S3 takes 10,000 parts, so a file may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
/** Until the response begins. Sending a part at 1 Mbit/s takes over two minutes. */
const ANSWER_MS = 20_000
const SEND_MS = 300_000
/** For the whole of a file that's read into memory. */
const READ_MS = 60_000

/** Keeps files in an S3-compatible bucket, which must exist. Its calls throw a `StoreError`. */
export function createS3Store(options: S3Options): FileStore {
  const { bucket, prefix, accessKeyId, secretAccessKey, region } = options
  const place = `s3://${prefix ? `${bucket}/${prefix}` : bucket}`
  const endpoint = `${options.endpoint.replace(/\/+$/, '')}/${bucket}`
  const s3 = new S3mini({ accessKeyId, secretAccessKey, endpoint, region, fetch: fetchWithin })
  const keyOf = (name: string) => (prefix ? `${prefix}/${checkFileName(name)}` : checkFileName(name))
  const call = <T>(run: () => Promise<T>) => callStore(place, run)

  /** The response to a GET, or null if there is no such file. */
  async function get(key: string): Promise<Response | null> {
    try {
      return await s3.getObjectRaw(key)
    } catch (error) {
      if (isMissingFile(error)) return null
      throw error
    }
  }

  async function listPage(start: string, token?: string) {
    // Not s3mini's own call: it leaves entities such as &#39; in the names, and signs some of these characters wrongly.
    const asked = start.replace(/[!'()*].*$/s, '')
    const query = {
      'list-type': '2',
      'max-keys': '1000',
      prefix: asked,
      ...(token ? { 'continuation-token': token } : {}),
    }
    return call(async () => readPage(await (await s3.getObjectRaw('', true, 0, undefined, query)).text()))
  }

  return {
    place,
    async read(name) {
      const key = keyOf(name)
      return call(async () => {
        const response = await get(key)
        if (!response?.body) return response && Buffer.alloc(0)
        // Safe cast: Node's own type of the same stream.
        const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
        return buffer(addAbortSignal(AbortSignal.timeout(READ_MS), body))
      })
    },
    async openRead(name) {
      const key = keyOf(name)
      const response = await call(() => get(key))
      return response && Readable.from(bodyOf(response, place), { objectMode: false })
    },
    async write(name, content) {
      const key = keyOf(name)
      if (!(content instanceof Readable)) {
        await call(() => s3.putObject(key, content))
        return
      }
      const parts = inParts(content)
      try {
        const first = (await parts.next()).value ?? Buffer.alloc(0)
        if (first.length < PART_BYTES) await call(() => s3.putObject(key, first))
        else await sendParts(key, first, parts)
      } finally {
        // Closes the stream if S3 failed.
        await parts.return(undefined)
      }
    },
    async stat(name) {
      const key = keyOf(name)
      // s3mini has no call for the headers alone.
      const response = await call(() => get(key))
      await response?.body?.cancel()
      return (
        response && {
          name,
          bytes: Number(response.headers.get('content-length')),
          modifiedAt: new Date(response.headers.get('last-modified') ?? 0),
        }
      )
    },
    async *list(beginning = '') {
      const start = prefix ? `${prefix}/${beginning}` : beginning
      let token: string | undefined
      do {
        const { files, next } = await listPage(start, token)
        for (const file of files)
          if (file.name.startsWith(start)) yield { ...file, name: file.name.slice(start.length - beginning.length) }
        token = next
      } while (token)
    },
    async remove(name) {
      const key = keyOf(name)
      await call(async () => {
        try {
          await s3.deleteObject(key)
        } catch (error) {
          if (!isMissingFile(error)) throw error
        }
      })
    },
  }

  async function sendParts(key: string, first: Buffer, others: AsyncIterable<Buffer>): Promise<void> {
    const upload = await call(() => s3.getMultipartUploadId(key))
    try {
      const sent = [await call(() => s3.uploadPart(key, upload, first, 1))]
      for await (const part of others) {
        const number = sent.length + 1
        sent.push(await call(() => s3.uploadPart(key, upload, part, number)))
      }
      const done = await callStore(place, () => s3.completeMultipartUpload(key, upload, sent), { once: true })
      // S3 may report a failure of this call with status 200.
      if (!done.etag) throw new StoreError('failed', `${place} didn’t complete the upload of a file.`)
    } catch (error) {
      // What remains of it is invisible, and a rule of the bucket may delete it.
      await s3.abortMultipartUpload(key, upload).catch(() => {})
      throw error
    }
  }
}

/** The bytes of a stream in pieces of `PART_BYTES`; the last one may be shorter. */
async function* inParts(content: Readable): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk))
    size += chunk.length
    while (size >= PART_BYTES) {
      const bytes = Buffer.concat(chunks)
      yield bytes.subarray(0, PART_BYTES)
      chunks = [bytes.subarray(PART_BYTES)]
      size -= PART_BYTES
    }
  }
  if (size > 0) yield Buffer.concat(chunks)
}

async function* bodyOf(response: Response, place: string): AsyncGenerator<Uint8Array> {
  try {
    if (response.body) yield* response.body
  } catch (error) {
    throw toStoreError(place, error)
  }
}

/** Fetch with a limit until the response begins. Its body may take longer, as long as bytes arrive. */
async function fetchWithin(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const limit = new AbortController()
  const end = () => limit.abort(new DOMException('No answer in time', 'TimeoutError'))
  const timer = setTimeout(end, init?.body ? SEND_MS : ANSWER_MS)
  const headers = new Headers(init?.headers)
  // Otherwise a proxy may compress, and the length isn't the file's.
  headers.set('accept-encoding', 'identity')
  try {
    return await fetch(input, { ...init, headers, signal: limit.signal })
  } finally {
    clearTimeout(timer)
  }
}
