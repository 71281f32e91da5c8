// Made by scripts/hindi-font.mjs: the same URL as in hindi-font.css, for `<link rel="preload">`.
export const HINDI_WIDE_FONT = '/fonts/anek-devanagari-wide.woff2?v=0ee183c2cb'
