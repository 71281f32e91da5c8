/*
 * The style sheet is part of the HTML: a file of its own would be one more round trip before the first paint. In the browser
 * it is read back from the page, so that no script has to contain it.
 */
const inline = import.meta.env.SSR || import.meta.env.DEV

/** The style sheet of all pages, as text. The map loads its own. */
export const STYLES: string = inline
  ? (await import('#ui/theme.css?inline')).default
  : (document.getElementById('styles')?.textContent ?? '')
