import type { z } from 'zod'
import type { TextFieldProps } from './form-fields.tsx'
import type { SelectFieldProps } from './select-field.tsx'

/** How a field of a schema is asked for: one of several values where it has options, and a text otherwise. */
export type Look = Omit<TextFieldProps, 'name'> | (Omit<SelectFieldProps, 'name'> & { options: readonly string[] })

/** By the rule of the field. */
export const looks = new WeakMap<object, Look>()

/** A rule with its field in a form, for `SchemaFields`: the two stand in one line, and another form may show the rule otherwise. */
export function shownAs<Rule extends z.ZodType>(rule: Rule, look: Look): Rule {
  const shown = rule.clone()
  looks.set(shown, look)
  return shown
}
