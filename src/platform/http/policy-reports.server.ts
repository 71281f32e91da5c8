import { z } from 'zod'
import { readLimited } from '../api/body.server.ts'
import type { Clock } from '../clock.ts'
import { loggedPath } from '../log.server.ts'

const MAX_BYTES = 16 * 1024
/** Anyone can send reports, so they mustn't fill the disk. */
const MAX_LOGGED_PER_MINUTE = 30

const text = z.string().max(2000).optional().catch(undefined)
const line = z.int().optional().catch(undefined)
/** A report as `report-uri` sends it, and as the Reporting API does. */
const report = z.union([
  z
    .object({
      'csp-report': z.object({
        'document-uri': text,
        'blocked-uri': text,
        'effective-directive': text,
        'violated-directive': text,
        'source-file': text,
        'line-number': line,
      }),
    })
    .transform(({ 'csp-report': sent }) => ({
      page: sent['document-uri'],
      blocked: sent['blocked-uri'],
      directive: sent['effective-directive'] ?? sent['violated-directive'],
      file: sent['source-file'],
      line: sent['line-number'],
    })),
  z
    .array(
      z.object({
        body: z.object({
          documentURL: text,
          blockedURL: text,
          effectiveDirective: text,
          sourceFile: text,
          lineNumber: line,
        }),
      }),
    )
    .min(1)
    .transform(([first]) => ({
      page: first?.body.documentURL,
      blocked: first?.body.blockedURL,
      directive: first?.body.effectiveDirective,
      file: first?.body.sourceFile,
      line: first?.body.lineNumber,
    })),
])

/** Logs browsers' reports of content security policy violations; always responds with 204. */
export function createPolicyReports(
  log: { warn(fields: object, message: string): void },
  clock: Clock,
): (request: Request) => Promise<Response> {
  let minute = 0
  let logged = 0
  return async (request) => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now !== minute) {
      minute = now
      logged = 0
    }
    const body = await readLimited(request, MAX_BYTES)
    if (body && body.byteLength > 0 && logged < MAX_LOGGED_PER_MINUTE) {
      logged++
      log.warn({ report: readReport(new TextDecoder().decode(body)) }, 'a page violated its content security policy')
    }
    return new Response(null, { status: 204 })
  }
}

/** What helps to find the fault. The URLs' queries and a page's own text may say who was there, and what with. */
function readReport(sent: string): object | 'unreadable' {
  try {
    const { page, blocked, directive, file, line: at } = report.parse(JSON.parse(sent))
    const directiveName = /^[a-z-]{1,40}/.exec(directive ?? '')?.[0]
    return { page: pathOf(page), blocked: originOf(blocked), directive: directiveName, file: pathOf(file), line: at }
  } catch {
    return 'unreadable'
  }
}

const pathOf = (url: string | undefined) => (url && URL.canParse(url) ? loggedPath(new URL(url).pathname) : undefined)

/** An origin, or a keyword such as `inline`. */
function originOf(url: string | undefined): string | undefined {
  if (url && URL.canParse(url)) return new URL(url).origin
  return /^[a-z-]{1,30}$/.exec(url ?? '')?.[0]
}
