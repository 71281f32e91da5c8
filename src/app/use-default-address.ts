import { useEffect, useState } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { pinOf } from '#shop/delivery/rules.ts'

/** Where a parcel goes: a PIN, and who and where there, as in "Asha, Church Street". */
export type Destination = { pin: string; recipient: string }

/**
 * The PIN of the customer's default address. Undefined while it isn't known yet; null without a login, without such an
 * address, or if it can't be loaded.
 */
export function useDefaultAddress(): Destination | null | undefined {
  const userId = useSession()?.user.id
  const [found, setFound] = useState<Destination | null | undefined>(userId === undefined ? null : undefined)
  useEffect(() => {
    let isWanted = true
    void findDestination(userId).then((destination) => {
      if (isWanted) setFound(destination)
    })
    return () => {
      isWanted = false
    }
  }, [userId])
  return found
}

async function findDestination(userId: string | undefined): Promise<Destination | null> {
  if (userId === undefined) return null
  const addresses = await import('#shop/addresses/client.ts').catch(() => null)
  const loaded = await addresses?.loadAddresses()
  const address = loaded?.ok ? loaded.addresses.find(({ isDefault }) => isDefault) : undefined
  const pin = address ? pinOf(address) : null
  if (address === undefined || pin === null) return null
  const street = address.streetAddress.split('\n')[0] ?? ''
  return { pin, recipient: [address.firstName, street].filter(Boolean).join(', ') }
}
