import type { Transaction } from 'kysely'
import { touchProducts } from '../catalog/product/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ProductChange } from './differences.server.ts'

/** Marks the variants and scheduled changes of products that an import or an edit has changed. Their stock alone isn't one. */
export async function touchChanged(tx: Transaction<Tables>, changes: readonly ProductChange[]): Promise<void> {
  const known = changes.filter(({ fields }) => fields !== null)
  const having = (isChange: (name: string) => boolean) =>
    known.filter(({ fields }) => Object.keys(fields ?? {}).some(isChange)).map(({ id }) => id)
  await touchProducts(tx, having(isVariant), 'variants')
  await touchProducts(
    tx,
    having((name) => name === 'scheduled'),
    'scheduled',
  )
}

const isVariant = (name: string) => /^(?:variant |SKU of |order of variants$)/.test(name)
