/**
 * `npm run texts`: the texts in the sources without a translation in src/languages/hi.json, as JSON to fill in, and the
 * translations without a source.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

/** The staff site is in English for now. */
const ENGLISH_ONLY = /^admin\//

/** All texts in calls of `t` below src. */
function textsOf(root: string): Set<string> {
  const texts = new Set<string>()
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || ENGLISH_ONLY.test(name)) continue
    const code = readFileSync(join(root, 'src', name), 'utf8')
    if (!/text\/t\.ts'/.test(code)) continue
    const visit = (node: ts.Node): void => {
      const [first] = ts.isCallExpression(node) && node.expression.getText() === 't' ? node.arguments : []
      if (first && ts.isStringLiteralLike(first)) texts.add(first.text)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  }
  return texts
}

/** `missing`: texts without a translation. `stale`: translations without a text. */
export function compareTexts(root: string): { missing: string[]; stale: string[] } {
  const catalogue: Record<string, string> = JSON.parse(readFileSync(join(root, 'src/languages/hi.json'), 'utf8'))
  const texts = textsOf(root)
  return {
    missing: [...texts].filter((text) => !(text in catalogue)),
    stale: Object.keys(catalogue).filter((text) => !texts.has(text)),
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { missing, stale } = compareTexts(process.cwd())
  process.stdout.write(`${JSON.stringify(Object.fromEntries(missing.map((text) => [text, ''])), null, 2)}\n`)
  for (const text of stale) process.stderr.write(`no source has: ${text}\n`)
  process.exitCode = missing.length + stale.length > 0 ? 1 : 0
}
