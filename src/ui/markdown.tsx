type Props = {
  /** What `markdownHtml` or `markdownPage` returned (platform/text/markdown.server.ts): no other HTML is safe here. */
  html: string
  className?: string
}

/** Shows a text that the server has read as Markdown. */
export function Markdown({ html, className = '' }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by markdown.server.ts, which lets no HTML of a text through.
  return <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
