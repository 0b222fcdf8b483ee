import type { z } from 'zod'
import type { TextFieldProps } from './form-fields.tsx'
import type { SelectFieldProps } from './select-field.tsx'

/** The display of a schema's field: a select if it has options, else a text field. */
export type FieldDisplay =
  | Omit<TextFieldProps, 'name'>
  | (Omit<SelectFieldProps, 'name'> & { options: readonly string[] })

/** The display of each field, by its zod rule. */
export const fieldDisplays = new WeakMap<object, FieldDisplay>()

/** Attaches a display to a zod rule, for `SchemaFields`; another form may display the same rule differently. */
export function withDisplay<Rule extends z.ZodType>(rule: Rule, look: FieldDisplay): Rule {
  const shown = rule.clone()
  fieldDisplays.set(shown, look)
  return shown
}
