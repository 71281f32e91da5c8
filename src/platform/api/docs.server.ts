import { z } from 'zod'
import { escapeHtml } from '../mail/html.server.ts'
import type { CallName, Contract, Endpoint } from './endpoint.ts'

/** The API for a person: every call with what it takes and answers, as one plain page without scripts. */
export function apiDocsPage(contract: Contract, title: string): string {
  const groups = Map.groupBy(Object.entries(contract) as [CallName, Endpoint][], ([, endpoint]) => endpoint.group)
  const sections = [...groups].map(
    ([group, calls]) => `<section><h2>${escapeHtml(group)}</h2>${calls.map(callHtml).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>${escapeHtml(title)}</h1>
<p>All paths stand below <code>/api</code>. JSON in and out; errors are <code>application/problem+json</code> with a <code>message</code>.
The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}

function callHtml([name, endpoint]: [CallName, Endpoint]): string {
  const [method = '', path = ''] = name.split(' ')
  const parts = [
    ['Path', endpoint.params],
    ['Query', endpoint.query],
    ['Body', endpoint.body],
    [`Answer ${endpoint.status}`, endpoint.answer ?? undefined],
  ] as const
  const shown = parts.filter(([, schema]) => schema !== undefined)
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(endpoint.summary)}</span></summary>
<p>${endpoint.access === 'customer' ? 'Needs a bearer token.' : 'Open to everybody.'}${endpoint.idempotent ? ' Takes an Idempotency-Key.' : ''}</p>
${shown.map(([label, schema]) => `<h3>${label}</h3><pre>${escapeHtml(schemaText(schema, label))}</pre>`).join('')}</details>`
}

function schemaText(schema: z.ZodType | undefined, label: string): string {
  if (!schema) return ''
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io: label.startsWith('Answer') ? 'output' : 'input',
    unrepresentable: 'any',
  })
  return JSON.stringify(shape, null, 2)
}

export const API_DOCS_STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem}
details{border:1px solid #8888;border-radius:4px;margin:.5rem 0;padding:.5rem}summary{cursor:pointer}b{display:inline-block;min-width:4.5rem}
pre{overflow:auto;background:#8882;padding:.75rem;border-radius:4px}span{opacity:.8}`
