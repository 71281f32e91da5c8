/**
 * The order in which a first visit's bytes come. A page is there to read and look at before any of its scripts, and on
 * a slow line those would take the road from its first picture. So the server sends them marked as `later`, and a line
 * in the head starts them when it has been drawn and the pictures that matter (`fetchpriority=high`) have come, or at the
 * first touch.
 */

/** As the router words it; where a new version words it differently the page says so at once instead of being dead. */
const MODULE = '<script type="module" async="">'
const PRELOAD = '<link rel="modulepreload"'

/**
 * At the end of a document: a module, even one that does nothing, is run in a turn after the document has been read, and
 * DOMContentLoaded comes after it (HTML, "the end"). So the turn of MEASURE_SCRIPT comes before that event.
 */
const LAST = '<script type="module">0</script>'

/** Marks the scripts of a rendered document as ones for later. A document without scripts (a failed one) stays as it is. */
export function putScriptsOff(html: string): string {
  if (html.includes(PRELOAD) !== html.includes(MODULE))
    throw new Error('The router words its scripts differently: see first-paint.ts')
  if (!html.includes(MODULE)) return html
  return html
    .replaceAll(PRELOAD, '<link rel="later"')
    .replace(MODULE, '<script type="later">')
    .replace(/<\/body>(?=<\/html>$)/, `${LAST}</body>`)
}

/** Said to the document by the page once it answers to presses. */
export const READY = 'shop-ready'

/** So many elements make a piece of what is drawn later, two products or a section: some milliseconds of work. */
const PIECE = 30

/** What is drawn later waits for the browser to have nothing else to do, but no piece for longer than this. Milliseconds. */
const LONGEST_PIECE = 500

/** A picture that never comes, or a tab nobody looks at, must not keep the page from working. Milliseconds. */
const LONGEST = 2500

/**
 * The line in the head, the same for every page. A press on a button that nobody answers to yet is kept and given to
 * the page when it does: on a slow phone the shopper may be faster than the scripts. The libraries are read in a turn of
 * their own, so that between them and the page's own code the browser can draw and answer.
 *
 * The page's `load` means that its scripts are there, as it would without this line: whoever waits for it finds a page that
 * answers. Each step is taken inside the event of the one before it, and until the first step a media element whose
 * source has nothing to play holds `load` back (HTML, "delaying-the-load-event flag"); it costs no request.
 *
 * A document that is new (not a reload, nor a way back to a place further down) is `arriving` until that first step: what
 * theme.css has as `drawn-later` and is far below the screen has no part in the first drawing. From that step on it is drawn
 * piece by piece whenever the browser has nothing else to do, so that a touch never waits for all of it and its pictures
 * don't come all at once. Nothing that is `drawn-later` lies within another.
 */
export const START_SCRIPT =
  '(()=>{let n=0,b=null,w=2,h=null;const o={capture:true},d=document,f=d.documentElement.dataset,e=()=>d.createElement("script"),' +
  'k=e=>{const t=e.target.closest("button");if(t&&e.isTrusted){b=t;e.preventDefault()}},' +
  'r=()=>{const s=d.querySelector("script[type=later]");if(!s)return;' +
  'const m=e();m.type="module";m.textContent=s.textContent;s.replaceWith(m)},' +
  `q=t=>self.requestIdleCallback?requestIdleCallback(t,{timeout:${LONGEST_PIECE}}):requestAnimationFrame(t),` +
  'p=(a=[...d.getElementsByClassName("drawn-later")],i=0)=>{' +
  `for(let m=0;i<a.length&&m<${PIECE};m+=a[i++].getElementsByTagName("*").length)a[i].style.contentVisibility="visible";` +
  'if(i<a.length)return q(()=>p(a,i));for(const e of a)e.style.contentVisibility="";delete f.arriving},' +
  'g=()=>{if(n++)return;"arriving"in f&&q(()=>p());h&&setTimeout(()=>h.srcObject=null);let v=null;for(const l of d.querySelectorAll("link[rel=later]")){l.rel="modulepreload";' +
  'if(/\\/vendor-/.test(l.href))v=l.href}if(!v)return r();' +
  'const s=e();s.type="module";s.src=v;s.onload=s.onerror=()=>{s.remove();r()};d.head.append(s)},' +
  'c=()=>--w||requestAnimationFrame(()=>setTimeout(g));' +
  'if(performance.getEntriesByType("navigation")[0]?.type=="navigate"&&!location.hash)f.arriving="";' +
  'try{new PerformanceObserver((l,o)=>{if(l.getEntriesByName("first-contentful-paint").length){o.disconnect();c()}})' +
  '.observe({type:"paint",buffered:true})}catch{c()}' +
  'addEventListener("click",k,o);' +
  `d.addEventListener("${READY}",()=>{removeEventListener("click",k,o);if(b&&b.isConnected)b.click()});` +
  'd.addEventListener("DOMContentLoaded",()=>{' +
  'if(self.MediaStream){h=new Audio();h.srcObject=new MediaStream()}' +
  'for(const e of["pointerdown","keydown","wheel"])addEventListener(e,g,{capture:true,once:true});' +
  `setTimeout(g,d.hidden?0:${LONGEST});` +
  'for(const i of d.images)if(i.fetchPriority=="high"&&!i.complete){w++;i.addEventListener("load",c);i.addEventListener("error",c)}' +
  'c()})})()'

/**
 * The line after what is seen: styles and places of the first screen are found in a turn of their own, before the browser
 * draws and before DOMContentLoaded, at which it would find them and look for forms to fill in as well. A browser that knows
 * no turns that go before others does all of it at once.
 */
export const MEASURE_SCRIPT = 'self.scheduler?.postTask?.(()=>document.body.offsetHeight,{priority:"user-blocking"})'
