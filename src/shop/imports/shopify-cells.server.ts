/** One line of the file: its cells by column, lower case, and its number. */
export interface ShopifyRow {
  line: number
  cells: Record<string, string>
}

/** The first of some columns that says something. */
export function cell(row: ShopifyRow, ...names: readonly string[]): string {
  for (const name of names) {
    const value = row.cells[name]?.trim()
    if (value) return value
  }
  return ''
}
