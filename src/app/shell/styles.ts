/*
 * The look stands in the page itself: a style sheet of its own would be one more journey before the first paint, and
 * packed it is smaller than that journey is long. In the browser it is read back from the page, so that no script
 * carries it too.
 */
const inline = import.meta.env.SSR || import.meta.env.DEV

/** All rules of the pages, as text. The map brings its own where it is shown. */
export const STYLES: string = inline
  ? (await import('#ui/theme.css?inline')).default
  : (document.getElementById('look')?.textContent ?? '')
