import { useNavigate } from 'react-router'
import { saveEmail } from '#shop/accounts/client.ts'

/**
 * Navigates to /verify with the e-mail in the navigation state; it's also stored, for a reload (SPEC 2). `isNew`: the
 * shopper has registered, so the mail has a code.
 */
export function useGoToCode({ isNew = false } = {}): (email: string) => void {
  const navigate = useNavigate()
  return (email) => {
    saveEmail(email)
    void navigate('/verify', { state: { email, isNew } })
  }
}
