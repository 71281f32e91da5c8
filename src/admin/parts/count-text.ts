/** The number of rows beside a view: not counted beyond 10,000. */
export function countText(count: number | undefined): string {
  if (count === undefined) return ''
  return count > 10_000 ? '10,000+' : count.toLocaleString('en-IN')
}
