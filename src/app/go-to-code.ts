import { useNavigate } from 'react-router'
import { saveEmail } from '#shop/accounts/queries.ts'

/** On to the code boxes once a code was sent; the e-mail goes along and is kept for a reload (SPEC 2, /verify). */
export function useGoToCode(): (email: string) => void {
  const navigate = useNavigate()
  return (email) => {
    saveEmail(email)
    void navigate('/verify', { state: { email } })
  }
}
