/** The file of a multipart form with one part `file`, or null if the body isn't one. */
export async function readUploadedFile(
  bytes: Uint8Array,
  contentType: string | null,
): Promise<{ name: string; bytes: Uint8Array } | null> {
  try {
    const response = new Response(Buffer.from(bytes), { headers: { 'content-type': contentType ?? '' } })
    const form = await response.formData()
    const file = form.get('file')
    if (!(file instanceof File) || form.getAll('file').length !== 1) return null
    // A name for people; it's never a path.
    const name = file.name
      .replace(/[\p{Cc}/\\]/gu, ' ')
      .trim()
      .slice(-120)
    return { name: name === '' ? 'file' : name, bytes: new Uint8Array(await file.arrayBuffer()) }
  } catch {
    return null
  }
}
