type Props = {
  /** The result of `markdownHtml` or `markdownPage` (platform/text/markdown.server.ts). No other HTML is safe here. */
  html: string
  className?: string
}

/** Shows Markdown that the server has converted to HTML. */
export function Markdown({ html, className = '' }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by markdown.server.ts, which lets no HTML of a text through.
  return <div className={`markdown wrap-anywhere ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
