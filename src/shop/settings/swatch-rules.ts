/** The fixed swatches of SPEC 9, by name in lower case. */
export const SPEC_SWATCHES: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#111111',
  red: '#d0202e',
  blue: '#1f4fd8',
  green: '#1e7f45',
  yellow: '#f5c518',
  pink: '#f07ca8',
  purple: '#6b3fa0',
  orange: '#f2701d',
  gray: '#8a8d91',
  grey: '#8a8d91',
  brown: '#6b4423',
}
