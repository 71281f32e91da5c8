import { ScrollRestoration } from 'react-router'

/** Under which the router keeps in session storage how far down each entry of the history stood. */
const PLACES = 'places'

/**
 * Brings a document to where it stood before its first drawing, where it has been left before (a reload, a way back), and
 * gives a new one the key of its entry. The router's own line does the same but asks the storage in any document, and a
 * new one has stood nowhere yet: the first question is answered by another process, and the page stands still until then.
 */
const PLACE_SCRIPT =
  '(()=>{const k=history.state?.key;' +
  'if(!k)return history.replaceState({key:Math.random().toString(32).slice(2)},"");' +
  `try{const y=JSON.parse(sessionStorage.getItem("${PLACES}"))?.[k];if(typeof y=="number")scrollTo(0,y)}catch{}})()`

/** Keeps how far down each page stood, and brings it there again. */
export function KeptPlace() {
  if (!import.meta.env.SSR) return <ScrollRestoration storageKey={PLACES} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; a script can't be written as text.
  return <script dangerouslySetInnerHTML={{ __html: PLACE_SCRIPT }} />
}
