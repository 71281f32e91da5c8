import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

const SCHEMA = `
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS documents (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, parent TEXT, json TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS documents_parent ON documents (kind, parent);
CREATE TABLE IF NOT EXISTS tasks (
  seq INTEGER PRIMARY KEY, order_id TEXT NOT NULL, due_at INTEGER NOT NULL, created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, json TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS tasks_due ON tasks (due_at);`

/** JSON documents of one kind. */
export interface Collection<T> {
  get(id: string): T | null
  /** The documents of one parent, newest first. */
  list(parent: string): T[]
  all(): T[]
  /** Inserts or replaces. */
  put(document: T): void
}

export interface Store {
  db: DatabaseSync
  collection<T extends { id: string }>(kind: string, parentOf?: (document: T) => string | null): Collection<T>
  /** Runs `work` in a transaction; nested calls join the outer one. */
  transact<T>(work: () => T): T
}

/**
 * Opens the sandbox's SQLite file in `dataDir`. It's on disk because a real provider loses nothing either when the
 * shop's process is killed.
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(dataDir, 'ledger.sqlite'), { timeout: 5000 })
  db.exec(SCHEMA)
  const get = db.prepare('SELECT json FROM documents WHERE id = ? AND kind = ?')
  const list = db.prepare('SELECT json FROM documents WHERE kind = ? AND parent = ? ORDER BY seq DESC')
  const all = db.prepare('SELECT json FROM documents WHERE kind = ? ORDER BY seq')
  const put = db.prepare(`INSERT INTO documents (id, kind, parent, json) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, json = excluded.json`)
  return {
    db,
    collection<T extends { id: string }>(
      kind: string,
      parentOf: (document: T) => string | null = () => null,
    ): Collection<T> {
      const read = (row: Record<string, SQLOutputValue>): T => JSON.parse(String(row.json))
      return {
        get: (id) => {
          const row = get.get(id, kind)
          return row ? read(row) : null
        },
        list: (parent) => list.all(kind, parent).map(read),
        all: () => all.all(kind).map(read),
        put: (document) => void put.run(document.id, kind, parentOf(document), JSON.stringify(document)),
      }
    },
    transact(work) {
      if (db.isTransaction) return work()
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
  }
}
