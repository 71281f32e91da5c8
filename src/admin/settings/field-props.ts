import { t } from '#platform/text/t.ts'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'

export interface SettingFieldProps {
  setting: ShownSetting
  value: unknown
  onChange: (value: unknown) => void
  error: string | null
  /** Called when the field itself has saved a value. */
  onSaved: () => void
}

/** An error of the server is the end of a sentence that begins with the setting. */
export const errorText = ({ setting, error }: SettingFieldProps) =>
  error === null
    ? null
    : /^\p{Lu}/u.test(error)
      ? error
      : t('{label} {problem}', { label: setting.label, problem: error })
