import { useState } from 'react'
import type { OwnFactor, StaffMember } from '#shop/staff/staff-contract.ts'
import { setStaff } from '../session.ts'
import { CodeStep, EmailStep } from './code-steps.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { FactorStep } from './factor-step.tsx'
import { SpareCodes } from './spare-codes.tsx'

type Factor = OwnFactor['kind']

/** Where a sign-in is. */
export type SignInStep =
  | { name: 'email' }
  | { name: 'code'; email: string }
  /** `factors`: what they have; not known after a link by mail. */
  | { name: 'factor'; factors?: readonly Factor[] }
  | { name: 'enrol' }
  | { name: 'spare-codes'; codes: readonly string[] }

type Props = {
  /** The step to begin with. */
  start: SignInStep
  /** Called once somebody is signed in and has kept the spare codes, if there are new ones. */
  onDone: () => void
}

/** The steps of a sign-in, on its own page or over another one. */
export function SignIn({ start, onDone }: Props) {
  const [step, setStep] = useState(start)
  const signedIn = ({ staff, spareCodes }: { staff: StaffMember; spareCodes?: string[] | undefined }) => {
    setStaff(staff)
    if (spareCodes) setStep({ name: 'spare-codes', codes: spareCodes })
    else onDone()
  }
  const restart = () => setStep({ name: 'email' })
  switch (step.name) {
    case 'email':
      return <EmailStep onCode={(email) => setStep({ name: 'code', email })} onSignedIn={signedIn} />
    case 'code':
      return (
        <CodeStep email={step.email} onVerified={(factors) => setStep({ name: 'factor', factors })} onBack={restart} />
      )
    case 'factor':
      return <FactorStep factors={step.factors} onSignedIn={signedIn} onEnded={restart} />
    case 'enrol':
      return <EnrolStep onSignedIn={signedIn} onEnded={restart} />
    case 'spare-codes':
      return <SpareCodes codes={step.codes} onKept={onDone} />
  }
}
