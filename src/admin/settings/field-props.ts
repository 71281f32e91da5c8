import { t } from '#platform/text/t.ts'
import type { ShownSetting } from '#shop/settings/staff-contract.ts'

export interface SettingFieldProps {
  setting: ShownSetting
  value: unknown
  onChange: (value: unknown) => void
  /** What is wrong, by the place within the value: `0.hsn`, or nothing for all of it. */
  errors: readonly { path: string; message: string }[]
  /** Called when the field itself has saved a value. */
  onSaved: () => void
}

/** What is wrong with all of a value. */
export const errorText = ({ setting, errors }: SettingFieldProps) => errorAt(errors, '', setting.label)

/** What is wrong with all of a value, or with the first of its lines. */
export function lineErrorText(props: SettingFieldProps): string | null {
  const [first] = props.errors
  if (first === undefined || first.path === '') return errorText(props)
  const line = Number(first.path.split('.')[0]) + 1
  return sentence(Number.isNaN(line) ? props.setting.label : t('Line {line}', { line }), first.message)
}

/** What is wrong at a place within a value. */
export function errorAt(errors: SettingFieldProps['errors'], path: string, label: string): string | null {
  const found = errors.find((error) => error.path === path)
  return found === undefined ? null : sentence(label, found.message)
}

/** An error of the server is the end of a sentence that begins with the field. */
const sentence = (label: string, problem: string) =>
  /^\p{Lu}/u.test(problem) ? problem : t('{label} {problem}', { label, problem })
