import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/*
 * Two chunks every page needs anyway. Larger chunks pack better: apart, the same code is 6 KB more over the wire on the
 * first visit, of 120 the home page may have (DESIGN section 3).
 */
const vendor = /\/node_modules\/(react|react-dom|scheduler|react-router)\//
const shell =
  /\/src\/(app\/(root|error-view|page-meta|public-origin|shell\/(?!overlays))|platform\/browser|shop\/(cart\/ui\/cart-signals|contact\/ui\/shop-facts)|ui\/(button|brand|icons|parts|toast-store|use-media))/

/*
 * The router can do three things this shop never asks for, and can't tell the bundler so: find routes lazily (ours are
 * all known, react-router.config.ts), report to instrumentations, and explain a developer's mistakes in production.
 * Where a new version words a line differently the build stops, rather than growing unseen.
 */
const unused: Record<string, { from: string; to: string }> = {
  'dom/ssr/fog-of-war.js': { from: '!isFogOfWarEnabled(routeDiscovery, ssr)', to: 'true' },
  'router/router.js': { from: 'init.instrumentations', to: 'undefined' },
}

function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    applyToEnvironment: (environment) => environment.name === 'client' && environment.config.command === 'build',
    transform(code, id) {
      const file = /\/react-router\/dist\/production\/lib\/(.+\.js)$/.exec(id)?.[1] ?? ''
      const line = unused[file]
      if (line === undefined) return null
      if (!code.includes(line.from)) throw new Error(`${file} has no "${line.from}" any more: see vite.config.ts`)
      return { code: code.replaceAll(line.from, line.to), map: null }
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
    client: {
      build: {
        rolldownOptions: {
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
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
