import { LANGUAGES } from '#platform/text/languages.ts'
import { useSettings } from '#shop/settings/client.ts'
import { usePublicOrigin } from './public-origin.ts'

/** A page's addresses in each language (hreflang), for search engines: only the server renders them. */
export function Alternates({ path }: { path: string }) {
  const origin = usePublicOrigin()
  if (!useSettings()['hindi.on']) return null
  const addresses = Object.values(LANGUAGES).map((language) => ({
    lang: language.locale.slice(0, 5),
    href: `${origin}${language.path}${language.path !== '' && path === '/' ? '' : path}`,
  }))
  return [...addresses, { lang: 'x-default', href: `${origin}${path}` }].map(({ lang, href }) => (
    <link key={lang} rel="alternate" hrefLang={lang} href={href} />
  ))
}
