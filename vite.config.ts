import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { pageLanguage } from './react-router.config.ts'
import { buildServiceWorker } from './src/app/service-worker/build-plugin.server.ts'
import hindi from './src/languages/hi.json' with { type: 'json' }
import { translatePlugin } from './src/platform/text/translate-plugin.server.ts'

/** The translations of this build. Null: the texts stay as in the sources. */
const CATALOGUE = pageLanguage === 'hi' ? hindi : null

/**
 * Modules that are loaded together, by the name of their chunk; the first one that matches counts. Each request costs a
 * phone more than a small module's bytes, and a chunk takes the modules that its own import with it.
 */
const CHUNKS = Object.entries({
  // React, the document and the product cards, which nearly every page shows, and what is too small for a request.
  shell:
    /\/node_modules\/react(-dom|-router)?\/|\/src\/(app\/(root|json-ld)|shop\/catalog\/ui\/product-(row|json-ld)|shop\/checkout\/offer-codes|shop\/wishlist\/wished|ui\/(shop-icons|markdown|lazy-on-visible|empty-state)|platform\/browser\/(messages|when-resolved))\.tsx?/,
  calls:
    /\/src\/(platform\/api\/client|platform\/browser\/(connection|cached-copy|read-field|request-keys)|shop\/(api|is-record|call-failure))\.ts/,
  forms: /\/src\/(ui\/(field|fill)|platform\/text\/typed)\.tsx?/,
  dates: /\/src\/platform\/text\/dates\.ts/,
  dialogs: /\/src\/ui\/(modal|dialog|drawer)\.tsx?/,
  options: /\/src\/ui\/(radio-group|tabs)\.tsx/,
  delivery: /\/src\/shop\/delivery\/(client|use-estimate|stored-pin|use-charges)\.ts/,
  cart: /\/src\/shop\/cart\/(client|guest-cart|waiting-lines|show-refusal)\.ts/,
  // The choice of a colour and size, on a product's page and on a card.
  choice:
    /\/src\/(shop\/catalog\/ui\/(product-selectors|choice-groups|how-exchanges-work)|ui\/(stepper|stars)|app\/use-add-actions|shop\/related\/(ui\/related-places|recently-viewed)|shop\/sizing\/size-run-rules)\.tsx?/,
}).map(([name, test], at, { length }) => ({ name, test, priority: length - at }))

/** Builds the pages only: the server runs its TypeScript natively and imports build/en/server/index.js. */
export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    buildServiceWorker(pageLanguage, CATALOGUE),
    translatePlugin(pageLanguage, CATALOGUE),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    // The style sheet is part of the server's HTML, so it's minified there.
    ssr: { build: { cssMinify: true } },
    client: {
      build: {
        rolldownOptions: {
          // React Router's warnings for developers are 1.5 KB of text.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
            codeSplitting: { groups: CHUNKS },
          },
        },
      },
    },
  },
})
