import type { Code } from '#platform/api/codes.ts'
import { showToast } from '#ui/toast-store.ts'
import { fileUrl } from '../api.ts'
import { askToSignIn } from '../sign-in/over-page.ts'
import { readFailureText } from './failure-text.ts'

/**
 * Saves a file of the staff API, or says why it can't. If it needs a second factor of the last ten minutes, that's asked for first,
 * over the page.
 */
export async function downloadFile(path: `/${string}`, name: string): Promise<void> {
  let file = await fetchFile(path)
  if (file.status === 401 || file.code === 'sign_in_again')
    if (await askToSignIn(file.status === 403)) file = await fetchFile(path)
  if (file.blob === null) return void showToast(readFailureText(file), { tone: 'bad' })
  const url = URL.createObjectURL(file.blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

async function fetchFile(path: `/${string}`) {
  const failed = { blob: null, status: 0, code: null, message: '' }
  try {
    const response = await fetch(fileUrl(path))
    const { status } = response
    if (response.ok) return { ...failed, status, blob: await response.blob() }
    // Safe cast: the fields of a problem document, if it's one.
    const { code = null, message = '' } = (await response.json().catch(() => ({}))) as { code?: Code; message?: string }
    return { ...failed, status, code, message }
  } catch {
    return failed
  }
}
