import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin } from 'vite'
import { pageLanguage } from './react-router.config.ts'
import hindi from './src/languages/hi.json' with { type: 'json' }
import { LANGUAGES } from './src/platform/text/languages.ts'
import { translatePlugin } from './src/platform/text/translate-plugin.server.ts'

/* Two chunks that every page needs. Larger chunks compress better: with smaller ones a first visit loads 6 KB more. */
const vendor = /\/node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown[/:]runtime/
const shell =
  /\/src\/(app\/(root|error-view|json-ld|page-meta|public-origin|shell\/(?!overlays))|platform\/(browser\/(listeners|log-problem|save-data|session|skipped-transitions|yield-to-browser|local-store|read-field|when-resolved)|money)|shop\/(cart\/ui\/cart-drawer-state|settings\/queries|catalog\/(swatches|card|ui\/(card-actions-context|product-card|product-row|swatch)))|ui\/(button|brand|icons|lazy-component|parts|picture|skeleton|struck-price|toast-store|use-media))/
/** What every API call needs. As three chunks it would be half a kilobyte more. */
const api = /\/src\/(platform\/(api\/client|browser\/(call-observer|offline|cached-copy))|shop\/api)\.ts/
/** Small files that listing and product page need. */
const card = /\/src\/(shop\/catalog\/(create-card|rules)|ui\/(shop-icons|fill|empty-state))\.tsx?/
/** Small files that most private pages need. */
const privatePage =
  /\/src\/(app\/require-session|platform\/(browser\/(request-keys|queue-key)|india-time)|shop\/(call-failure|is-record|orders\/totals-rows|settings\/pin-rules))\.ts/

/*
 * Parts of React Router that this shop never uses and no setting leaves out, by file. Without these replacements the home page
 * is 9 KB heavier (docs/decisions/004). The build fails where a new version has other code.
 */
const UNUSED: Record<string, { from: string; to: string }[]> = {
  // All routes are known from the start (react-router.config.ts).
  'dom/ssr/fog-of-war.js': [{ from: '!isFogOfWarEnabled(routeDiscovery, ssr)', to: 'true' }],
  'dom/ssr/single-fetch.js': [
    // Every page with a loader has a clientLoader too, and the root's loader is called on the server only.
    { from: 'if (request.method !== "GET") return singleFetchActionStrategy(args, fetchAndDecode);', to: '' },
    { from: 'if (!ssr && !foundRevalidatingServerLoader) return nonSsrStrategy', to: 'return nonSsrStrategy' },
    {
      from: 'let res = await fetch(url, await createRequestInit(request));',
      to: 'throw new Error("No loader is called by its URL."); var res;',
    },
  ],
  // Only the root has links, and all styles stand in the document.
  'dom/ssr/links.js': [
    { from: 'if (!route.css) return;', to: 'return;' },
    { from: 'if (!route.css && !routeModule.links || !isPreloadSupported()) return;', to: 'return;' },
  ],
  'dom/ssr/components.js': [
    { from: 'useKeyedPrefetchLinks(newMatchesForAssets);', to: '[];' },
    // Every page loads its data by its own calls, so there is none to prefetch by URL.
    { from: 'if (page === location.pathname + location.search + location.hash) return [];', to: 'return [];' },
    // There are no React Server Components.
    { from: 'if (rsc) return', to: 'if (false) return' },
  ],
  'router/router.js': [
    { from: 'init.instrumentations', to: 'undefined' },
    { from: 'if (isFogOfWar) {', to: 'if (false) {' },
    // No route has middleware for the browser.
    { from: 'runClientMiddlewarePipeline(typedDataStrategyArgs, ', to: '((call) => call())(' },
    { from: 'init.dataStrategy || defaultDataStrategyWithMiddleware', to: 'init.dataStrategy' },
    // Nothing uses a fetcher.
    { from: 'async function fetch(key, routeId, href, opts) {', to: 'async function fetch() { return;' },
    { from: '\tfetchLoadMatches.forEach((f, key) => {', to: '\tif (false) fetchLoadMatches.forEach((f, key) => {' },
    {
      from: 'revalidatingFetchers.filter((f) => !f.matches || f.matches.some((m) => m.shouldLoad)).forEach(',
      to: 'if (false) revalidatingFetchers.forEach(',
    },
    // No route has an action, and no form is sent by the router.
    { from: 'if (!opts || !isSubmissionNavigation(opts)) return { path };', to: 'return { path };' },
    {
      from: 'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
      to: 'else if (false) {',
    },
    {
      from: 'if (submission && isMutationMethod(submission.formMethod)) {\n\t\t\tawait handleFetcherAction',
      to: 'if (false) {\n\t\t\tawait handleFetcherAction',
    },
  ],
  // root.tsx has its own error view; this one shows only if the document itself fails.
  'dom/ssr/errorBoundaries.js': [
    {
      from: 'let { nonce } = useFrameworkContext();',
      to: 'return console.error(error), React$1.createElement("html", null, React$1.createElement("body", null, "Something went wrong.")); var nonce;',
    },
  ],
  // Every private route has its own fallback.
  'dom/ssr/routes.js': [{ from: 'route.id === "root" ? RemixRootDefaultHydrateFallback : void 0', to: 'void 0' }],
}

/** `invariant(condition, "what the developer did wrong");`: production needs the condition only. */
const EXPLANATION = /^(\s*invariant[\w$]*\(.*), (?:"[^"]*"|`[^`]*`)\);$/gm

function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    applyToEnvironment: (environment) => environment.name === 'client' && environment.config.command === 'build',
    transform(code, id) {
      const file = /\/react-router\/dist\/production\/lib\/(.+\.js)$/.exec(id)?.[1]
      if (file === undefined) return null
      let text = code.replace(EXPLANATION, '$1);')
      for (const { from, to } of UNUSED[file] ?? []) {
        if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more: see vite.config.ts`)
        text = text.replaceAll(from, to)
      }
      return { code: text, map: null }
    },
  }
}

/** Modules whose code a cached page may need without a connection, with all that they import, dynamically too. */
const PRECACHED_CODE =
  /\/src\/app\/(?:entry\.client|root|shell\/overlays|routes\/(?:home|categories|product-details|cart-details|wishlist|logout|login))\.tsx/
/** The other pages: only their own code, because React Router reloads a page on which it cannot prefetch a link's code. */
const PRECACHED_ROUTE = /\/src\/app\/routes\//

/** The translations of this build; null: the texts stay as in the sources. */
const CATALOGUE = pageLanguage === 'hi' ? hindi : null

/** Builds the service worker as a file of its own, /sw.js, because it cannot share chunks with the pages. */
function buildServiceWorker(): Plugin {
  return {
    name: 'build-service-worker',
    applyToEnvironment: (environment) => environment.name === 'client' && environment.config.command === 'build',
    async writeBundle({ dir }, bundle) {
      const urls = new Set<string>()
      const add = (file: string, isDeep: boolean) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || urls.has(`/${file}`)) return
        urls.add(`/${file}`)
        for (const next of [...chunk.imports, ...(isDeep ? chunk.dynamicImports : [])]) add(next, isDeep)
      }
      for (const pattern of [PRECACHED_CODE, PRECACHED_ROUTE])
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && pattern.test(chunk.facadeModuleId ?? ''))
            add(chunk.fileName, pattern === PRECACHED_CODE)
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [translatePlugin(pageLanguage, CATALOGUE)],
        define: { PRECACHE_URLS: JSON.stringify([...urls].sort()), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: dir ?? `build/${pageLanguage}/client`,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: 'src/app/service-worker/worker.ts',
            output: {
              format: 'iife',
              entryFileNames: `${LANGUAGES[pageLanguage].path.slice(1)}/sw.js`.replace(/^\//, ''),
            },
          },
        },
      })
    },
  }
}

/** Builds the pages only: the server runs its TypeScript natively and imports build/en/server/index.js. */
export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    leaveOutUnused(),
    buildServiceWorker(),
    translatePlugin(pageLanguage, CATALOGUE),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    // The style sheet is part of the server's HTML, so it is minified there.
    ssr: { build: { cssMinify: true } },
    client: {
      build: {
        rolldownOptions: {
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor, priority: 2 },
                { name: 'shell', test: shell, priority: 1 },
                { name: 'api', test: api, priority: 1 },
                { name: 'card', test: card, priority: 1 },
                { name: 'private-page', test: privatePage, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
