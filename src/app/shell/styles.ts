import { language } from '#platform/text/t.ts'

const inline = import.meta.env.SSR || import.meta.env.DEV

/**
 * The style sheet of all pages (the map loads its own). It's inlined in the HTML, because a separate file would cost a
 * round trip before the first paint. In the browser it's read from the page, so no script has to contain it.
 */
export const STYLES: string = inline
  ? (await import('./shop.css?inline')).default + (await hindiStyles())
  : (document.getElementById('styles')?.textContent ?? '')

/** The headline face and the type rules of Hindi, which only its own pages contain. */
async function hindiStyles(): Promise<string> {
  return language() === 'hi' ? (await import('#ui/hindi.css?inline')).default : ''
}
