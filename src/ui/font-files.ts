// Made by scripts/fonts.mjs: the same URLs as in fonts.css, for `<link rel="preload">`.
export const TEXT_FONT = '/fonts/archivo-text-400.woff2?v=33a27895df'
export const BOLD_FONT = '/fonts/archivo-text-700.woff2?v=f7e07337e2'
export const WIDE_FONT = '/fonts/archivo-wide.woff2?v=a4896b8cd1'
