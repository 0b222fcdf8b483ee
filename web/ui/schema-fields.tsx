import type { z } from 'zod'
import { TextField } from './form-fields.tsx'
import { fieldDisplays } from './schema-field-displays.ts'
import { SelectField } from './select-field.tsx'

/** The displayed fields of a schema (schema-field-displays.ts), in order. */
export function SchemaFields({ of: schema }: { of: z.ZodObject }) {
  return Object.entries(schema.shape).map(([name, rule]) => {
    const look = fieldDisplays.get(rule)
    if (!look) return null
    return 'options' in look ? (
      <SelectField key={name} {...look} name={name} />
    ) : (
      // A text of several lines has both columns of a form that has two.
      <TextField key={name} {...look} name={name} className={look.rows ? 'col-span-full' : undefined} />
    )
  })
}
