/** A call's response before it's sent. Header names are in lower case. */
export interface PlainResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** The same as a web Response. */
export function toWebResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body, { status, headers })
}
