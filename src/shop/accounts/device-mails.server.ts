import type { Mail } from '#platform/mail/mail.ts'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { EmailPart, Sender } from '../email-parts.ts'
import { greeting } from '../email-pieces.server.ts'
import { writeAccountMail } from '../email-template.server.ts'

interface DeviceMail extends Sender {
  to: string
  /** Its name, such as "Chrome on Android". */
  device: string
}

/** Notifies a customer of a device that stays signed in from now on. */
export function newDeviceMail({ device, ...mail }: DeviceMail): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: t('A device stays signed in to your account at {shop}', { shop }) }, [
    greeting(null),
    t('{device} now stays signed in to your account at {shop}.', { device, shop }),
    t('If this wasn’t you, sign it out from your profile and write to {address}.', {
      address: mail.settings['shop.email'],
    }),
    profileButton(mail),
  ])
}

/** Notifies a customer of a device that was signed out, because its refresh token was used twice. */
export function copiedMail({ device, ...mail }: DeviceMail): Mail {
  const shop = mail.settings['shop.name']
  return writeAccountMail({ ...mail, subject: t('We signed a device out of your account at {shop}', { shop }) }, [
    greeting(null),
    t(
      '{device} stayed signed in to your account at {shop}. Its sign-in was used a second time, so someone may have copied it, and we signed this device out.',
      { device, shop },
    ),
    t(
      'Please sign in again. If something in your account looks wrong, sign out everywhere else from your profile and write to {address}.',
      { address: mail.settings['shop.email'] },
    ),
    profileButton(mail),
  ])
}

function profileButton({ publicUrl }: Sender): EmailPart {
  return { button: { href: `${publicUrl}${localPath('/profile')}`, label: t('See your devices') } }
}
