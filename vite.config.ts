import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/*
 * Two chunks every page needs anyway. Larger chunks pack better: apart, the same code is 6 KB more over the wire on the
 * first visit, of 120 the home page may have (DESIGN section 3).
 */
const vendor = /\/node_modules\/(react|react-dom|scheduler|react-router)\//
const shell =
  /\/src\/(app\/(root|error-view|page-meta|public-origin|shell\/(?!overlays))|platform\/browser|shop\/(cart\/ui\/cart-signals|contact\/ui\/shop-facts)|ui\/(button|brand|icons|parts|toast-store|use-media))/

/** Builds the pages only: the server runs its TypeScript natively and imports build/server/index.js. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
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
