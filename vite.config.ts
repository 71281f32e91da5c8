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
 * One chunk with React, the document and the product cards, which nearly every page shows, and everything they import.
 */
const FIRST_CHUNK = /\/node_modules\/react(-dom|-router)?\/|\/src\/(app\/root|shop\/catalog\/ui\/product-row)\.tsx/

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
            codeSplitting: { groups: [{ name: 'shell', test: FIRST_CHUNK }] },
          },
        },
      },
    },
  },
})
