import type { ReactNode } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { buttonClass } from '#ui/button.tsx'
import { shopName } from '../shop-name.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  customer: { name: string; phone: string }
  /** In rupees. */
  total: number
  link: string
  /** It's for an exchange: what of the total is its fee, in rupees. */
  exchangeFee?: number
  /** More buttons. */
  children?: ReactNode
}

/** A link to pay with the sentence to send it with, ready for WhatsApp. */
export function PayLink({ customer, total, link, exchangeFee, children }: Props) {
  const name = customer.name.split(' ')[0] ?? ''
  const sum = formatPrice(total)
  const shop = shopName()
  const sentence =
    exchangeFee === undefined
      ? t('Hello {name}, your order at {shop} comes to {sum}. You can pay here: {link}', { name, shop, sum, link })
      : exchangeFee > 0
        ? t('Hello {name}, {sum} is to pay for your exchange at {shop}. You can pay here: {link}', {
            name,
            shop,
            sum,
            link,
          })
        : t('Hello {name}, the replacement for your exchange at {shop} costs {sum} more. You can pay here: {link}', {
            name,
            shop,
            sum,
            link,
          })
  return (
    <div className="grid gap-3">
      <p className="rounded-sm bg-sunk p-3 text-sm wrap-anywhere select-all">{sentence}</p>
      <div className="flex flex-wrap gap-2">
        <a
          href={whatsAppLink(customer.phone, sentence)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t('Open WhatsApp')}
        </a>
        <CopyButton text={sentence} label={t('Copy the message')} size="sm" />
        <CopyButton text={link} label={t('Copy link')} size="sm" />
        {children}
      </div>
    </div>
  )
}

/** A WhatsApp chat with a sentence in it; an Indian number gets its country code. */
function whatsAppLink(phone: string, sentence: string): string {
  const digits = phone.replace(/\D/g, '')
  const number = digits.length === 10 ? `91${digits}` : digits
  return `https://wa.me/${number}?text=${encodeURIComponent(sentence)}`
}
