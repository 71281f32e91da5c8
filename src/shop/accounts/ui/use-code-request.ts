import { useState } from 'react'
import { showToast } from '#ui/toast-store.ts'
import type { CodeRequest } from '../client.ts'
import { codeSent } from '../messages.ts'

/**
 * Requests a login code and shows the toast of SPEC section 8. `detail` is the server's message about a failure that the
 * shopper can act on; `onSent` gets the address to which the code was sent.
 */
export function useCodeRequest(onSent: (email: string) => void) {
  const [pending, setPending] = useState(false)
  const [detail, setDetail] = useState<string | null>(null)

  async function send(request: () => Promise<CodeRequest>): Promise<void> {
    setPending(true)
    setDetail(null)
    const result = await request()
    setPending(false)
    if (result.ok) {
      showToast(codeSent(result.email), { tone: 'ok' })
      return onSent(result.email)
    }
    showToast(result.message, { tone: 'bad' })
    setDetail(result.detail)
  }

  return { pending, detail, send }
}
