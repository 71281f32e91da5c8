import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY, amount INTEGER NOT NULL, amount_paid INTEGER NOT NULL DEFAULT 0, currency TEXT NOT NULL,
  receipt TEXT, status TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, notes TEXT NOT NULL,
  auto_capture INTEGER NOT NULL, scenario TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS orders_receipt ON orders (receipt);
CREATE INDEX IF NOT EXISTS orders_created ON orders (created_at);
CREATE TABLE IF NOT EXISTS payments (
  id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), amount INTEGER NOT NULL, currency TEXT NOT NULL,
  status TEXT NOT NULL, instrument TEXT NOT NULL, email TEXT NOT NULL, contact TEXT NOT NULL,
  captured INTEGER NOT NULL DEFAULT 0, amount_refunded INTEGER NOT NULL DEFAULT 0, error TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS payments_order ON payments (order_id);
CREATE TABLE IF NOT EXISTS refunds (
  id TEXT PRIMARY KEY, payment_id TEXT NOT NULL REFERENCES payments (id), amount INTEGER NOT NULL, currency TEXT NOT NULL,
  status TEXT NOT NULL, receipt TEXT, notes TEXT NOT NULL, idempotency_key TEXT, fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL, UNIQUE (payment_id, idempotency_key)
) STRICT;
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, order_id TEXT NOT NULL, type TEXT NOT NULL,
  body TEXT NOT NULL, signing TEXT NOT NULL, copies INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL, created_at INTEGER NOT NULL, last_answer TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS events_due ON events (state, due_at);
CREATE INDEX IF NOT EXISTS events_order ON events (order_id);
CREATE TABLE IF NOT EXISTS jobs (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, due_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
  id TEXT PRIMARY KEY, order_id TEXT NOT NULL, detail TEXT NOT NULL, payment_id TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS scenario_queue (
  seq INTEGER PRIMARY KEY, scenario TEXT NOT NULL, remaining INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/** The sandbox's own store, beside the statements it has prepared. */
export type Store = {
  db: DatabaseSync
  /** Prepares once and keeps the statement. */
  sql: (text: string) => ReturnType<DatabaseSync['prepare']>
}

/**
 * Opens (and makes) the bank's book in `dataDir`. WAL with synchronous=FULL: what was answered survives the
 * loss of power, as a real provider's books do, so fault tests may kill this process as well.
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'sandbox.sqlite')
  const db = new DatabaseSync(file, { timeout: 5000 })
  chmodSync(file, 0o600)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
  db.exec(SCHEMA)
  const kept = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const sql = (text: string) => {
    const found = kept.get(text) ?? db.prepare(text)
    kept.set(text, found)
    return found
  }
  return { db, sql }
}

/** Runs `work` in one transaction: all of it or nothing. Inside another one it joins that one. */
export function transact<T>(store: Store, work: () => T): T {
  if (store.db.isTransaction) return work()
  store.db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    store.db.exec('COMMIT')
    return result
  } catch (error) {
    store.db.exec('ROLLBACK')
    throw error
  }
}

/** Forgets everything: orders, payments, events, scenarios, settings. */
export function wipe(store: Store): void {
  transact(store, () => {
    for (const table of ['refunds', 'payments', 'orders', 'events', 'jobs', 'sessions', 'scenario_queue', 'settings']) {
      store.db.exec(`DELETE FROM ${table}`)
    }
  })
}
