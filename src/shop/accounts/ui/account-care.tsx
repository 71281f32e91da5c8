import { OwnData } from './own-data.tsx'
import { OwnDetails } from './own-details.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

/** The rarely used sections at the foot of the profile. */
export function AccountCare() {
  return (
    <div className="grid gap-10">
      <OwnDetails />
      <SignedInDevices />
      <OwnData />
    </div>
  )
}
