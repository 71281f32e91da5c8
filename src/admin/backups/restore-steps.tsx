import { t } from '#platform/text/t.ts'
import type { ListedBackupView } from '#shop/backups/staff-contract.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { restoreCommands } from './labels.ts'

/** How to go back to a backup: by commands, on the server or another computer. */
export function RestoreDialog({ backup, onClose }: { backup: ListedBackupView; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Restore this backup')}>
      <div className="grid gap-6">
        <p className="text-pretty">
          {t(
            'Restoring never overwrites the running shop. It creates a new folder, checks everything, and says “Restored and checked”. Orders and changes since the backup aren’t in it. Ask whoever runs your server to do this in the folder of the shop’s program.',
          )}
        </p>
        <Commands title={t('On the server')} commands={restoreCommands(backup, false)}>
          {t('Stop the shop first, so that no orders come in meanwhile.')}
        </Commands>
        {backup.file === null ? null : (
          <Commands title={t('On another computer, with the downloaded file')} commands={restoreCommands(backup, true)}>
            {backup.file === backup.name
              ? t('Put the file into the folder of the shop’s program.')
              : t('Put the file into the folder of the shop’s program, and unpack it there.')}
          </Commands>
        )}
        {backup.isEncrypted ? (
          <p className="text-sm text-pretty text-ink-2">
            {t('This backup is encrypted. key.txt is the file with your secret key, which isn’t on the server.')}
          </p>
        ) : null}
        <p className="text-sm text-pretty text-ink-2">
          {t(
            'Payment keys and e-mail passwords aren’t in a backup: enter them again. Stop the old shop for good before the restored one goes online, or both will send the same e-mails.',
          )}
        </p>
      </div>
    </Dialog>
  )
}

function Commands({ title, commands, children }: { title: string; commands: readonly string[]; children: string }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <p className="text-sm text-ink-2">{children}</p>
      <pre className="rounded-sm bg-sunk p-3 text-sm whitespace-pre-wrap wrap-anywhere select-all">
        {commands.join('\n')}
      </pre>
      <div>
        <CopyButton size="sm" text={commands.join('\n')} label={t('Copy')} />
      </div>
    </section>
  )
}
