import type { Config } from '@react-router/dev/config'

/**
 * The screens live in src/app and are rendered on the server. All routes are known to the browser from the first
 * page on (`initial`), so in-page navigation asks for nothing but the shop's own API (CONTRACT, Pages).
 */
export default {
  appDirectory: 'src/app',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // The document asks for a loader's own chunk on the first visit too: one file less packs better.
  splitRouteModules: false,
} satisfies Config
