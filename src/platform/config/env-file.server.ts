import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Sets variables in an environment file and keeps its other lines. Afterwards only its owner can read it. */
export function writeEnvFile(path: string, values: Readonly<Record<string, string>>): void {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
  const kept = lines.filter((line) => !Object.hasOwn(values, line.split('=', 1)[0]?.trim() ?? ''))
  const added = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  const draft = `${path}.new`
  writeFileSync(draft, `${[...kept, ...added].join('\n')}\n`, { mode: 0o600 })
  renameSync(draft, path)
}
