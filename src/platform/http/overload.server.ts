import type { ServerResponse } from 'node:http'
import { problemOf } from '../api/problem.server.ts'
import type { Language } from '../text/languages.ts'
import { languageOf, runInLanguage } from '../text/request-language.server.ts'
import { t } from '../text/t.ts'

/** Sends 503 with Retry-After (RFC 9110 15.6.4, RFC 9457), prepared once, so a rejection costs almost nothing. */
export function createOverloadResponse(headers: Record<string, string>) {
  const prepare = (language: Language) =>
    runInLanguage(language, () => {
      const message = t('The shop is busy. Please try again in a moment.')
      const body = Buffer.from(JSON.stringify(problemOf('shop_busy', message)))
      const all = {
        ...headers,
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(body.length),
        'retry-after': '2',
        'cache-control': 'no-store',
      }
      return { body, headers: all, flat: Object.entries(all).flat() }
    })
  const prepared: Record<Language, ReturnType<typeof prepare>> = { en: prepare('en'), hi: prepare('hi') }
  const choose = (url = '') => prepared[languageOf(url)]
  return {
    send(response: ServerResponse, url: string | undefined): void {
      const { body, flat } = choose(url)
      response.writeHead(503, flat).end(body)
    },
    toResponse(url: string | undefined): Response {
      const { body, headers: all } = choose(url)
      return new Response(body, { status: 503, headers: all })
    },
  }
}
