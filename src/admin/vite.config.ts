import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { translatePlugin } from '../platform/text/translate-plugin.server.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The style sheet comes first and the scripts don't compete with it, because the document has something to show without
 * them. On a slow connection that's a second earlier.
 */
const stylesFirst: Plugin = {
  name: 'styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = /[ \t]*<link rel="stylesheet"[^>]*>\n/.exec(html)?.[0] ?? ''
      return html
        .replace(styles, '')
        .replace(/[ \t]*<script type="module"/, `${styles}$&`)
        .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
    },
  },
}

/**
 * The build of the staff site, apart from the shoppers' pages: nothing of it is in their bundles or manifests. Its files
 * are in /assets/admin, and the server sends index.html for every path below /admin.
 */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // In development its modules must not meet those of the pages.
  base: command === 'serve' ? '/admin/' : '/',
  publicDir: false,
  plugins: [tailwindcss(), translatePlugin('en', null), stylesFirst],
  // A port of its own, beside that of the pages' hot reload.
  server: { hmr: { port: 24679 }, fs: { allow: [root] } },
  build: {
    outDir: join(root, 'build/admin'),
    assetsDir: 'assets/admin',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by scripts/budgets.mjs.
    manifest: 'assets/admin/manifest.json',
    rolldownOptions: {
      // What changes least, so that an update of the shop doesn't load it again.
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// }],
        },
      },
    },
  },
}))
