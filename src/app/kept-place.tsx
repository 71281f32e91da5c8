import { ScrollRestoration } from 'react-router'

/** Under which the router keeps in session storage how far down each entry of the history stood. */
const PLACES = 'places'

/**
 * Brings a document to where it stood before its first drawing, where it has been left before (a reload, a way back). The
 * router's own line does the same but asks the storage in any document, and a new one has stood nowhere yet: the first
 * question is answered by another process, and the page stands still until then. Nor does this line give a new entry of
 * the history its key as that one does: `keepPlace` will, when the document has been read and drawn.
 */
const PLACE_SCRIPT =
  '(()=>{const k=history.state?.key;' +
  `if(k)try{const y=JSON.parse(sessionStorage.getItem("${PLACES}"))?.[k];if(typeof y=="number")scrollTo(0,y)}catch{}})()`

/**
 * Gives this entry of the history the key that the router keeps its place under, unless it has one. To be called before the
 * router starts: it reads the key only then, and takes every document without one for the same.
 */
export function keepPlace(): void {
  const state: { key?: string } | null = history.state
  if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(32).slice(2) }, '')
}

/** Keeps how far down each page stood, and brings it there again. */
export function KeptPlace() {
  if (!import.meta.env.SSR) return <ScrollRestoration storageKey={PLACES} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; a script can't be written as text.
  return <script dangerouslySetInnerHTML={{ __html: PLACE_SCRIPT }} />
}
