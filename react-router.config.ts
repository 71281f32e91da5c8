import type { Config } from '@react-router/dev/config'
import { LANGUAGES, type Language } from './src/platform/text/languages.ts'

/** The language of this build: each has its own (docs/decisions/019). */
export const pageLanguage: Language = process.env.PAGE_LANGUAGE === 'hi' ? 'hi' : 'en'

/**
 * The screens live in src/app and are rendered on the server. All routes are known to the browser from the first
 * page on (`initial`), so in-page navigation asks for nothing but the shop's own API (CONTRACT, Pages).
 */
export default {
  appDirectory: 'src/app',
  basename: LANGUAGES[pageLanguage].path || '/',
  buildDirectory: `build/${pageLanguage}`,
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // The document asks for a loader's own chunk on the first visit too: one file less packs better.
  splitRouteModules: false,
} satisfies Config
