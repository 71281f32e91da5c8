import type { Transaction } from 'kysely'
import { touchProducts } from '../catalog/product/sql.server.ts'
import type { Row } from '../catalog/product/write-fields.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ProductChange } from './differences.server.ts'

/** By which of a product's `field_versions` a field of its line has changed; the others have its own name. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  price: ['price_paise'],
  mrp: ['mrp_paise'],
  categories: ['category'],
  description: ['description', 'descriptionMarkdown'],
  descriptionMarkdown: ['description', 'descriptionMarkdown'],
  rows: ['latest_rank', 'top_rank'],
  movedFrom: ['moved_from'],
}

/** Those of some fields that were changed after a version. All of them if the version is of a former product of this id. */
export function changedSince(row: Row, fields: readonly string[], version: number): string[] {
  if (version > row.version) return [...fields]
  return fields.filter((field) =>
    (COLUMNS[field] ?? [field]).some((column) => (row.field_versions[column] ?? 0) > version),
  )
}

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
