import { t } from '#platform/text/t.ts'

/** What the operator writes into `.env` for a connection that isn't entered on the screen. */
export function EnvLines({ names }: { names: readonly string[] }) {
  return (
    <div className="pt-3">
      <p className="text-sm text-ink-2">{t('Add these to the .env file, and restart the shop:')}</p>
      <pre className="mt-1 overflow-x-auto rounded-xs bg-sunk px-3 py-2 text-sm">
        {names.map((name) => `${name}=…`).join('\n')}
      </pre>
    </div>
  )
}
