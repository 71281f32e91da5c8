/** The point of a picture that stays in view if the shop crops it, in per cent from the left and from the top, in steps of ten. */
export interface Focus {
  x: number
  y: number
}

const FOCUS = /[?&#]focus-x=(\d{1,3})&focus-y=(\d{1,3})$/

/**
 * A picture's address with its focus, by which `src/ui/focus.css` places it wherever it's shown: as query parameters, which the
 * server ignores, or in the fragment of another host's address. The middle isn't written.
 */
export function withFocus(src: string, focus: Focus | null | undefined): string {
  const { src: bare } = splitFocus(src)
  if (!focus) return bare
  const [x, y] = [focus.x, focus.y].map((part) => Math.round(Math.min(100, Math.max(0, part)) / 10) * 10)
  if (x === 50 && y === 50) return bare
  const mark = src.startsWith('/') ? '?' : '#'
  return `${bare}${bare.includes(mark) ? '&' : mark}focus-x=${x}&focus-y=${y}`
}

/** A picture's address without its focus, and the focus; null for the middle. */
export function splitFocus(src: string): { src: string; focus: Focus | null } {
  const found = FOCUS.exec(src)
  if (!found) return { src, focus: null }
  return { src: src.slice(0, found.index), focus: { x: Number(found[1]), y: Number(found[2]) } }
}
