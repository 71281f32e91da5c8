import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'

/**
 * Data for search engines in schema.org's terms. They only read the server's HTML, so the browser's bundle passes null
 * and needs no code for it: `<JsonLd data={import.meta.env.SSR ? … : null} />`.
 */
export function JsonLd({ data }: { data: object | null }) {
  const text = data === null ? '' : JSON.stringify({ '@context': 'https://schema.org', ...data })
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no element can end or begin.
      dangerouslySetInnerHTML={{ __html: text.replaceAll('<', '\\u003c') }}
    />
  )
}

/** The breadcrumbs of a page, below Home: the name and the path of each step. */
export function breadcrumbs(origin: string, steps: readonly { name: string; path: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: t('Home'), path: '/' }, ...steps].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `${origin}${localPath(path)}`,
    })),
  }
}
