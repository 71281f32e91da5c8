/**
 * The symbols of Code 128 (ISO/IEC 15417) by value: the widths of bars and spaces in turn, in modules. 103 to 105 are
 * the starts of the sets A, B and C, 106 is the stop.
 */
const SYMBOLS =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121
211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124
121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241
114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232 2331112`.split(/\s/)

const START = { B: 104, C: 105 } as const
const SWITCH = { B: 100, C: 99 } as const
const STOP = 106

/** The modules that stay empty on either side. */
export const QUIET_ZONE = 10

/**
 * A text as the widths of its bars and spaces in turn, in modules, without the quiet zones. Null if the text is empty or
 * has other characters than printable ASCII.
 */
export function code128(text: string): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null
  const values: number[] = []
  let set: 'B' | 'C' | null = null
  for (let at = 0; at < text.length; ) {
    // Set C has two digits in a symbol, which pays from four digits on.
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0
    const wanted: 'B' | 'C' = set === 'C' ? (digits >= 2 ? 'C' : 'B') : digits >= 4 && digits % 2 === 0 ? 'C' : 'B'
    if (wanted !== set) values.push(set === null ? START[wanted] : SWITCH[wanted])
    set = wanted
    values.push(set === 'C' ? Number(text.slice(at, at + 2)) : text.charCodeAt(at) - 32)
    at += set === 'C' ? 2 : 1
  }
  const check = values.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0) % 103
  return [...values, check, STOP].flatMap((value) => Array.from(SYMBOLS[value] ?? '', Number))
}
