import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import { NotCommittedError } from './commit-fate.server.ts'
import { isConflict, mayHaveMoved } from './failures.server.ts'

const RETRIES = 5

/** How long a transaction is begun again after its connection broke. */
const MOVING_MS = 3_000

/**
 * Runs `work` in a transaction, and again from the start (at most five times) after a deadlock or a serialization
 * failure, or if its connection broke and it wasn't committed, as at a switch-over to another server. So `work` must be repeatable and do nothing outside the database. Statements that it begins together
 * (`Promise.all`) are sent together, and run in the order in which they were begun: they are one round trip.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) throw new Error('a transaction within a transaction')
  const from = performance.now()
  for (let attempt = 0; ; attempt += 1) {
    let isCommitting = false
    const onCommit = () => {
      isCommitting = true
    }
    try {
      return await db.getExecutor().provideConnection((connection) => runOn(db, connection, { work, onCommit }))
    } catch (error) {
      const hasMoved = error instanceof NotCommittedError || (!isCommitting && mayHaveMoved(error))
      const isRepeated = isConflict(error) || (hasMoved && performance.now() - from < MOVING_MS)
      if (attempt >= RETRIES || !isRepeated) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

async function runOn<Tables, Result>(
  db: Kysely<Tables>,
  connection: DatabaseConnection,
  { work, onCommit }: { work: (transaction: Transaction<Tables>) => Promise<Result>; onCommit(): void },
): Promise<Result> {
  let isOpen = true
  // Kysely's own transaction waits for each statement's response before it sends the next.
  const executor = db.getExecutor().withConnectionProvider({
    async provideConnection(use) {
      // What a failed `Promise.all` has left running would change the database outside of the transaction.
      if (!isOpen) throw new Error('the transaction has ended')
      return use(connection)
    },
  })
  const begun = connection.executeQuery(BEGIN)
  // It fails only with the connection, and then so does what follows.
  begun.catch(() => undefined)
  try {
    const result = await work(new Transaction<Tables>({ ...UNUSED, executor }))
    isOpen = false
    await begun
    onCommit()
    await connection.executeQuery(COMMIT)
    return result
  } catch (error) {
    isOpen = false
    await connection.executeQuery(ROLLBACK).catch(() => undefined)
    throw error
  }
}

/** What Kysely needs beside the executor for what a transaction can't do, such as another transaction. */
const DIALECT = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
const UNUSED = { config: { dialect: DIALECT }, dialect: DIALECT, driver: new DummyDriver() }
