import type { Config } from '@react-router/dev/config'
import { LANGUAGES, type Language } from './src/platform/text/languages.ts'

/** The language of this build: each has its own (docs/decisions/019). */
export const pageLanguage: Language = process.env.PAGE_LANGUAGE === 'hi' ? 'hi' : 'en'

/**
 * The screens are in src/app and are rendered on the server. The browser knows all routes from the first page on (`initial`), so
 * in-page navigation requests nothing but the shop's own API (CONTRACT, Pages).
 */
export default {
  appDirectory: 'src/app',
  basename: LANGUAGES[pageLanguage].path || '/',
  buildDirectory: `build/${pageLanguage}`,
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // Pages request the chunks of their loaders on the first visit too; one file for both compresses better.
  splitRouteModules: false,
} satisfies Config
