// Made by scripts/fonts.mjs: the same addresses as in fonts.css, for `<link rel="preload">`.
export const TEXT_FONT = '/fonts/archivo-text.woff2?v=aa4cabfff3'
export const WIDE_FONT = '/fonts/archivo-wide.woff2?v=fb86e14269'
