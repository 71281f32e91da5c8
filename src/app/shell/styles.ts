/*
 * The style sheet is inlined in the HTML: a separate file would cost a round trip before the first paint. In the browser it
 * is read from the page, so that no script has to contain it.
 */
const inline = import.meta.env.SSR || import.meta.env.DEV

/** The style sheet of all pages. The map loads its own. */
export const STYLES: string = inline
  ? (await import('#ui/theme.css?inline')).default
  : (document.getElementById('styles')?.textContent ?? '')
