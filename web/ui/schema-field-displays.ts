import type { z } from 'zod'
import type { TextFieldProps } from './form-fields.tsx'
import type { SelectFieldProps } from './select-field.tsx'

/** The control of a schema's field: a select if it has options, else a text field. */
export type FieldDisplay =
  | Omit<TextFieldProps, 'name'>
  | (Omit<SelectFieldProps, 'name'> & { options: readonly string[] })

/** The control of each field, by its zod rule. */
export const fieldDisplays = new WeakMap<object, FieldDisplay>()

/** Attaches a control to a zod rule, for `SchemaFields`; another form may use another control for the same rule. */
export function withDisplay<Rule extends z.ZodType>(rule: Rule, look: FieldDisplay): Rule {
  const shown = rule.clone()
  fieldDisplays.set(shown, look)
  return shown
}
