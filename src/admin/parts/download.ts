import type { Code } from '#platform/api/codes.ts'
import { fileUrl } from '../api.ts'
import { askToSignIn } from '../sign-in/over-page.ts'
import { failureText } from './failure-text.ts'

/**
 * Saves a file of the staff API. If it needs a second factor of the last ten minutes, that's asked for first, over the page. @returns
 * a sentence why it failed, or null
 */
export async function downloadFile(path: `/${string}`, name: string): Promise<string | null> {
  let response = await fetchFile(path)
  if (response?.status === 401 || (response?.status === 403 && (await codeOf(response)) === 'sign_in_again')) {
    if (!(await askToSignIn(response.status === 403))) return failureText({ status: 403, message: '' })
    response = await fetchFile(path)
  }
  if (!response?.ok) return failureText({ status: response?.status ?? 0, message: '' })
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
  return null
}

const fetchFile = (path: `/${string}`) => fetch(fileUrl(path)).catch(() => null)

async function codeOf(response: Response): Promise<Code | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  // Safe cast: the code of a problem document.
  return typeof body === 'object' && body !== null && 'code' in body ? (body.code as Code) : null
}
