import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Card, Tag } from '#ui/parts.tsx'
import { MarkdownField } from '../parts/markdown-field.tsx'
import { errorText, type SettingFieldProps } from './field-props.ts'

/** A page's text: to read as it's shown, with the shop's details in it, until somebody edits it. */
export function PageTextField(props: SettingFieldProps) {
  const { setting, value, errors } = props
  const [isOpened, setOpened] = useState(false)
  const text = String(value ?? '')
  const isEditing = isOpened || text !== setting.value || errors.length > 0
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {isEditing ? null : (
          <h2 id={`${setting.name}-name`} className="font-bold">
            {setting.label}
          </h2>
        )}
        <Tag tone="plain">{text === '' ? t('Standard text') : t('Your own text')}</Tag>
      </div>
      {isEditing ? (
        <Editor {...props} text={text} onClose={() => setOpened(false)} />
      ) : (
        <>
          <PageWords setting={setting} />
          <div>
            <Button
              size="sm"
              variant="outline"
              aria-describedby={`${setting.name}-name`}
              onClick={() => setOpened(true)}
            >
              {t('Edit')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

/** What the page says now. */
function PageWords({ setting: { pageText, shownAt } }: { setting: ShownSetting }) {
  if (!pageText?.html)
    return (
      <p className="text-sm text-ink-2">
        {t('Filled in from your settings.')}{' '}
        {shownAt === null ? null : (
          <a href={shownAt} target="_blank" rel="noreferrer" className="underline underline-offset-4">
            {t('View page')}
          </a>
        )}
      </p>
    )
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        {t('View page')}
      </summary>
      <Markdown html={pageText.html} className="pt-2" />
    </details>
  )
}

/** The box has the standard text until somebody changes it: only a changed one is the shop's own. */
function Editor({ text, onClose, ...props }: SettingFieldProps & { text: string; onClose: () => void }) {
  const { setting, onChange } = props
  const [typed, setTyped] = useState(text || setting.start)
  const asValue = (words: string) => (words === setting.start ? '' : words)
  // Unless it was discarded.
  const shown = asValue(typed) === text ? typed : text || setting.start
  const fills = setting.pageText?.fills.filter(({ name }) => shown.includes(`{${name}}`)) ?? []
  function change(words: string): void {
    setTyped(words)
    onChange(asValue(words))
  }
  return (
    <>
      <MarkdownField
        label={setting.label}
        hint={t('Words in braces are filled in from your settings.')}
        error={errorText(props)}
        rows={14}
        maxLength={setting.limits.maxLength}
        value={shown}
        onChange={(event) => change(event.target.value)}
      />
      {fills.length === 0 ? null : (
        <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-2">
          {fills.map(({ name, label, value }) => (
            <div key={name} className="min-w-0 wrap-anywhere">
              <dt className="text-ink-2">
                <code className="font-bold text-ink">{`{${name}}`}</code> {label}
              </dt>
              <dd>{value === '' ? t('Empty: the line is left out.') : value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {text === '' ? null : (
          <Button size="sm" variant="outline" onClick={() => change(setting.start)}>
            {t('Use the standard text')}
          </Button>
        )}
        {text === setting.value ? (
          <Button size="sm" variant="outline" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
