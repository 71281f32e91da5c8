import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin } from 'vite'
import { pageLanguage } from './react-router.config.ts'
import hindi from './src/languages/hi.json' with { type: 'json' }
import { LANGUAGES } from './src/platform/text/languages.ts'
import { translatePlugin } from './src/platform/text/translate-plugin.server.ts'

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

/** One chunk with the document and the product cards, which nearly every page shows, and all that they import. */
const FIRST_CHUNK = /\/src\/(app\/(entry\.client|root)|shop\/catalog\/ui\/product-row)\.tsx|rolldown[/:]runtime/

/** Builds the pages only: the server runs its TypeScript natively and imports build/en/server/index.js. */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), buildServiceWorker(), translatePlugin(pageLanguage, CATALOGUE)],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    // The style sheet is part of the server's HTML, so it is minified there.
    ssr: { build: { cssMinify: true } },
    client: {
      build: {
        rolldownOptions: {
          // React Router's warnings for developers: 1.5 KB of sentences.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          output: {
            codeSplitting: { groups: [{ name: 'shell', test: FIRST_CHUNK }] },
          },
        },
      },
    },
  },
})
