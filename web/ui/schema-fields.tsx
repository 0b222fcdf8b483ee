import type { z } from 'zod'
import { TextField } from './form-fields.tsx'
import { SelectField } from './select-field.tsx'
import { looks } from './shown-as.ts'

/** The displayed fields of a schema (shown-as.ts), in order. */
export function SchemaFields({ of: schema }: { of: z.ZodObject }) {
  return Object.entries(schema.shape).map(([name, rule]) => {
    const look = looks.get(rule)
    if (!look) return null
    return 'options' in look ? (
      <SelectField key={name} {...look} name={name} />
    ) : (
      <TextField key={name} {...look} name={name} />
    )
  })
}
