import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const filesIn = (folder: string, name: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
const texts = [...filesIn('src', /\.server\.ts$/), ...filesIn('db/migrations', /\.sql$/)]

/** What the shop's statements ask of its database beyond plain SQL. Each is a row of the table in docs/scaling.md. */
const USED: Readonly<Record<string, RegExp>> = {
  '`LISTEN`, `NOTIFY`': /pg_notify|`listen \$/,
  'advisory locks': /pg_(?:try_)?advisory/,
  triggers: /create (?:or replace )?(?:constraint )?trigger/,
  'triggers with transition tables': /referencing (?:old|new) table/,
  'PL/pgSQL': /language plpgsql/,
  'foreign keys': /\breferences \w+/,
  'deferred constraints': /\bdeferrable\b/,
  sequences: /nextval\(|as identity/,
  '`COPY`': /copy [^;`]* (?:to stdout|from stdin)/i,
  '`FOR UPDATE SKIP LOCKED`': /skip locked/,
  '`ON CONFLICT`': /on conflict/,
  'changes within `WITH`': /as (?:materialized )?\(\s*(?:insert|update|delete)/,
  'partial and expression indexes': /create (?:unique )?index [^;]* where /,
  'GIN indexes, full-text search': /using gin/,
  views: /create (?:or replace )?view/,
  'unlogged and temporary tables': /create unlogged table|create temp/,
  'repeatable read': /repeatable read/,
  collations: /collate "/,
  '`LOCK TABLE`': /\block table\b/,
  '`statement_timeout`': /statement_timeout/,
}

/** What it does without, so that a managed database needn't have it. */
const UNUSED: Readonly<Record<string, RegExp>> = {
  extensions: /create extension/,
  'exclusion constraints and GiST': /using gist|exclude using/,
  'generated columns': /generated always as \(/,
  'materialized views': /materialized view/,
  partitions: /partition by (?:range|list|hash)\b/,
  'own types': /create (?:type|domain) /,
  'row-level security': /row level security/,
}

test('docs/scaling.md lists the features that the statements use, and those that they do without', () => {
  const page = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
  const usesOf = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length
  const used = Object.entries(USED).map(([name, pattern]) => ({ name, files: usesOf(pattern) }))
  process.stdout.write(`${used.map(({ name, files }) => `${name}: ${files} files`).join('\n')}\n`)
  expect(used.filter(({ files }) => files === 0)).toEqual([])
  expect(used.filter(({ name }) => !page.includes(`\n| ${name} |`))).toEqual([])
  const without = Object.entries(UNUSED).filter(([, pattern]) => usesOf(pattern) > 0)
  expect(without.map(([name]) => name)).toEqual([])
  const sentence = page.slice(page.indexOf('The shop uses no'))
  expect(Object.keys(UNUSED).filter((name) => !sentence.includes(name))).toEqual([])
})
