import { t } from '#platform/text/t.ts'
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
  onDelete?: (address: Address) => void
}

/** Addresses as radio cards, in checkout and on the address page. */
export function AddressCards({ legend, addresses, value, onChange, onEdit, onDelete }: Props) {
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
            {addressTitle(address)} {address.isDefault ? <Tag tone="plain">{t('Default')}</Tag> : null}
          </span>
        ),
        detail: <Detail address={address} />,
        actions: (
          <span className="flex gap-4">
            {onEdit ? <Action label={t('Edit')} address={address} onPress={onEdit} /> : null}
            {onDelete ? <Action label={t('Delete')} address={address} onPress={onDelete} /> : null}
          </span>
        ),
      }))}
    />
  )
}

type ActionProps = { label: string; address: Address; onPress: (address: Address) => void }

function Action({ label, address, onPress }: ActionProps) {
  return (
    <Button variant="text" size="sm" className="min-w-11 justify-start px-0!" onClick={() => onPress(address)}>
      {label} <span className="sr-only">{addressTitle(address)}</span>
    </Button>
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
