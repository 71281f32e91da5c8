/** A line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell))).join(',')
}

function quoted(text: string): string {
  const inert = /^[-=+@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** The byte order mark, by which spreadsheets know a file as UTF-8: before the first line of a file for people. */
export const BYTE_ORDER_MARK = '\ufeff'
