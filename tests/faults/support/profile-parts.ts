import { readdir, readFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'

/** What the shop's processor time goes to; the innermost frame that matches decides. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['garbage', /\(garbage collector\)/],
  ['SQL', /node_modules\/(pg|pg-protocol|pg-pool|kysely)\/|platform\/db\//],
  ['PDF', /platform\/pdf\/|node_modules\/(pdfkit|fontkit)\//],
  ['rendering', /node_modules\/(react-dom|react-router|react)\//],
  ['compression', /node:zlib/],
  ['index', /shop\/listing\/|shop\/catalog\//],
  ['mail', /node_modules\/nodemailer\/|platform\/mail\//],
  ['provider', /platform\/payments\/|node:internal\/deps\/undici/],
  ['HTTP', /platform\/http\/|platform\/api\/|node_modules\/hono\/|node:_http/],
]

/**
 * Seconds by part of a process that ran with `--cpu-prof`, between two moments of the machine's monotonic clock
 * (`process.hrtime`), the largest first. Call it after the process has ended.
 */
export async function profileParts(folder: string, from: bigint, to: bigint): Promise<Map<string, number>> {
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
  if (file === undefined) throw new Error('the process wrote no profile')
  const profile: Profiler.Profile = JSON.parse(await readFile(join(folder, file), 'utf8'))
  const partOf = classifier(profile)
  const seconds = new Map<string, number>()
  let at = profile.startTime
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const took = profile.timeDeltas?.[index] ?? 0
    at += took
    const part = partOf(id)
    if (part === null || at < Number(from / 1000n) || at > Number(to / 1000n)) continue
    seconds.set(part, (seconds.get(part) ?? 0) + took / 1e6)
  }
  return new Map([...seconds].sort((a, b) => b[1] - a[1]))
}

/** The part of a sample's node; null while the process was idle. */
function classifier({ nodes }: Profiler.Profile): (id: number) => string | null {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, `${callFrame.url} ${callFrame.functionName}`]))
  const known = new Map<number, string | null>()
  function find(id: number | undefined): string | null {
    if (id === undefined) return 'other'
    const frame = frames.get(id) ?? ''
    if (frame === ' (idle)') return null
    return PARTS.find(([, pattern]) => pattern.test(frame))?.[0] ?? find(parents.get(id))
  }
  return (id) => {
    const part = known.get(id) ?? find(id)
    known.set(id, part)
    return part
  }
}
