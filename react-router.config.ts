import type { Config } from '@react-router/dev/config'
import { LANGUAGES, type Language } from './src/platform/text/languages.ts'

/** The language of this build: each has its own (docs/decisions/019). */
export const pageLanguage: Language = process.env.PAGE_LANGUAGE === 'hi' ? 'hi' : 'en'

/**
 * The screens are in src/app and are rendered on the server. The browser knows all routes from the first page on
 * (`initial`), so in-page navigation only requests the shop's own API (CONTRACT, Pages).
 */
export default {
  appDirectory: 'src/app',
  basename: LANGUAGES[pageLanguage].path || '/',
  buildDirectory: `build/${pageLanguage}`,
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // The first visit also requests the chunks of the loaders. One file for both compresses better.
  splitRouteModules: false,
} satisfies Config
