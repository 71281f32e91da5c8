import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { RadioCards } from '#ui/radio-group.tsx'
import type { Address } from '../contract.ts'
import { addressLine, addressTitle } from '../rules.ts'

type Props = {
  legend: string
  addresses: readonly Address[]
  value: string | null
  onChange: (addressId: string) => void
  onEdit?: (address: Address) => void
}

/** Addresses as radio cards, in checkout and on the address page. */
export function AddressCards({ legend, addresses, value, onChange, onEdit }: Props) {
  return (
    <RadioCards
      legend={legend}
      name="address"
      value={value}
      onChange={onChange}
      options={addresses.map((address) => ({
        value: address._id,
        label: (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
            {addressTitle(address)} {address.isDefault ? <Tag>Default</Tag> : null}
          </span>
        ),
        detail: <Detail address={address} />,
        actions: onEdit ? (
          <Button variant="quiet" size="sm" className="min-w-11 justify-start px-0!" onClick={() => onEdit(address)}>
            Edit <span className="sr-only">{addressTitle(address)}</span>
          </Button>
        ) : null,
      }))}
    />
  )
}

function Detail({ address }: { address: Address }) {
  const contact = [address.phoneNumber, address.email].filter(Boolean).join(' · ')
  return (
    <>
      <span className="block wrap-anywhere">{addressLine(address)}</span>
      {contact ? <span className="block wrap-anywhere">{contact}</span> : null}
    </>
  )
}
