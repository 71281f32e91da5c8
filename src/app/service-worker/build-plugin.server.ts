import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'
import { LANGUAGES, type Language } from '#platform/text/languages.ts'
import type { Catalogue } from '#platform/text/t.ts'
import { translatePlugin } from '#platform/text/translate-plugin.server.ts'

/** Builds the service worker as a separate file, /sw.js, because it can't share chunks with the pages. */
export function buildServiceWorker(language: Language, catalogue: Catalogue | null): Plugin {
  return {
    name: 'build-service-worker',
    applyToEnvironment: (environment) => environment.name === 'client' && environment.config.command === 'build',
    async writeBundle({ dir }, bundle) {
      const files = new Set<string>()
      const add = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || files.has(`/${file}`)) return
        files.add(`/${file}`)
        for (const next of chunk.imports) add(next)
      }
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk.fileName)
      const entryFiles = JSON.stringify([...files].sort())
      const version = createHash('sha256').update(entryFiles).digest('hex').slice(0, 8)
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [translatePlugin(language, catalogue)],
        define: {
          ENTRY_FILES: entryFiles,
          BUILD: JSON.stringify(version),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: dir ?? `build/${language}/client`,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: 'src/app/service-worker/worker.ts',
            output: { format: 'iife', entryFileNames: `${LANGUAGES[language].path}/sw.js`.slice(1) },
          },
        },
      })
    },
  }
}
