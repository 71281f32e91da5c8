import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/*
 * Two chunks every page needs anyway. Larger chunks pack better: apart, the same code is 6 KB more over the wire on the
 * first visit, of 120 the home page may have.
 */
const vendor = /\/node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown[/:]runtime/
const shell =
  /\/src\/(app\/(root|error-view|page-meta|public-origin|shell\/(?!overlays))|platform\/(browser|money)|shop\/(cart\/ui\/cart-signals|contact\/ui\/shop-facts|catalog\/(swatches|card-view|ui\/(product-card|swatch))|home\/ui\/product-row)|ui\/(button|brand|icons|parts|picture|skeleton|toast-store|use-media))/

/*
 * The router can do four things this shop never asks for, and can't tell the bundler so: find routes lazily (ours are
 * all known, react-router.config.ts), report to instrumentations, explain a developer's mistakes in production, and stand
 * in for a missing error view.
 * Where a new version words a line differently the build stops, rather than growing unseen.
 */
const unused: Record<string, { from: string; to: string }[]> = {
  'dom/ssr/fog-of-war.js': [{ from: '!isFogOfWarEnabled(routeDiscovery, ssr)', to: 'true' }],
  'router/router.js': [
    { from: 'init.instrumentations', to: 'undefined' },
    { from: 'consumeInstrumentationClientResultMetaReceiver(router)', to: 'undefined' },
    // No page has an action, and nothing is submitted to one.
    {
      from: 'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
      to: 'else if (false) {',
    },
    {
      from: 'if (submission && isMutationMethod(submission.formMethod)) {\n\t\t\tawait handleFetcherAction',
      to: 'if (false) {\n\t\t\tawait handleFetcherAction',
    },
  ],
  'hooks.js': [{ from: 'let stack = error instanceof Error ? error.stack : null;', to: 'let stack = null;' }],
  // root.tsx has an ErrorBoundary and every private route its own fallback: these show only if the document itself fails.
  'dom/ssr/errorBoundaries.js': [
    {
      from: 'let { nonce } = useFrameworkContext();',
      to: 'return console.error(error), React$1.createElement("html", null, React$1.createElement("body", null, "Something went wrong.")); var nonce;',
    },
  ],
  'dom/ssr/components.js': [{ from: 'let rsc = useIsRSCRouterContext();', to: 'let rsc = false;' }],
  'dom/ssr/routes.js': [{ from: 'route.id === "root" ? RemixRootDefaultHydrateFallback : void 0', to: 'void 0' }],
}

/** `invariant(condition, "what the developer did wrong")`: the condition is what counts in production. */
function withoutExplanations(code: string, parse: (code: string) => unknown): string {
  const spans: [number, number][] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isExplained(node)) spans.push([node.arguments[0].end, node.arguments[1].end])
    for (const value of Object.values(node)) walk(value)
  }
  walk(parse(code))
  return spans.sort(([a], [b]) => b - a).reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
}

type Explained = { arguments: [{ end: number }, { end: number }] }

function isExplained(node: object): node is Explained {
  if (!('type' in node && node.type === 'CallExpression' && 'callee' in node && 'arguments' in node)) return false
  const { callee, arguments: given } = node
  const isInvariant =
    typeof callee === 'object' && callee !== null && 'name' in callee && /^invariant/.test(String(callee.name))
  return isInvariant && Array.isArray(given) && given.length === 2
}

function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    applyToEnvironment: (environment) => environment.name === 'client' && environment.config.command === 'build',
    transform(code, id) {
      const file = /\/react-router\/dist\/production\/lib\/(.+\.js)$/.exec(id)?.[1]
      if (file === undefined) return null
      let text = withoutExplanations(code, (source) => this.parse(source))
      for (const { from, to } of unused[file] ?? []) {
        if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more: see vite.config.ts`)
        text = text.replaceAll(from, to)
      }
      return { code: text, map: null }
    },
  }
}

/** Builds the pages only: the server runs its TypeScript natively and imports build/server/index.js. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), leaveOutUnused()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    // The style sheet stands in the server's pages, so it is packed there.
    ssr: { build: { cssMinify: true } },
    client: {
      build: {
        rolldownOptions: {
          treeshake: {
            manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'],
          },
          output: {
            // Where the browser knows it (V8, "explicit compile hints") it compiles the libraries beside the page and not in
            // its way: nearly all of them is called while the page is taken over, or the map drawn.
            postBanner: ({ name }) => (name === 'vendor' || name === 'open-map' ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                { name: 'vendor', test: vendor, priority: 2 },
                { name: 'shell', test: shell, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
