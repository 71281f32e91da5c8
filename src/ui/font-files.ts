// Made by scripts/fonts.mjs: the same addresses as in fonts.css, for `<link rel="preload">`.
export const TEXT_FONT = '/fonts/archivo-text-400.woff2?v=2cbe80e983'
export const BOLD_FONT = '/fonts/archivo-text-700.woff2?v=a128534a7f'
export const WIDE_FONT = '/fonts/archivo-wide.woff2?v=fb86e14269'
