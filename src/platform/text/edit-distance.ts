/**
 * Edit distance with transpositions (optimal string alignment), or any number above `most` if it's more than that. For
 * short words, since its time is the product of their lengths.
 */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    const row = [i]
    let [edits, least] = [i, i]
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      edits = Math.min((above[j - 1] ?? 0) + (letter === other ? 0 : 1), (above[j] ?? 0) + 1, edits + 1)
      const isExchanged = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
      if (isExchanged) edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > most) return most + 1
    before = above
    above = row
  }
  return above[b.length] ?? most + 1
}
