/**
 * By how many pieces typed text changes the stock: "12" makes it 12 of what was `seen`, "+5" and "-2" add and take away.
 * Null for what is neither.
 */
export function typedChange(text: string, seen: number): number | null {
  const typed = text.trim().replace('−', '-')
  if (/^[+-]\d{1,7}$/.test(typed)) return Number(typed)
  return /^\d{1,7}$/.test(typed) ? Number(typed) - seen : null
}
