import { useLocation } from 'react-router'
import { language } from '#platform/text/t.ts'
import { useSettings } from '#shop/settings/client.ts'

/** This page in the other language, if the owner has both. Each language has its own build, so this loads a document. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  const isHindi = language() === 'hi'
  // One slash: `//host` would be a URL of another host.
  const path = pathname.replace(/^\/+/, '/')
  return useSettings()['hindi.on'] ? (
    <a
      href={`${isHindi ? '' : '/hi'}${path}${search}`}
      hrefLang={isHindi ? 'en' : 'hi'}
      lang={isHindi ? 'en' : 'hi'}
      className={className}
    >
      {isHindi ? 'English' : 'हिन्दी'}
    </a>
  ) : null
}
