import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { budgetTold } from './budget.ts'
import type { ProjectFields, TypedProject } from './project-form.ts'

/** A field of text: one of numbers would lose `1.250,00` before anybody could read it. */
export function BudgetField({ form }: { form: UseFormReturn<TypedProject, unknown, ProjectFields> }) {
  const told = budgetTold(useWatch({ control: form.control, name: 'budget' }))
  return (
    <Field label="Budget ($)" error={form.formState.errors.budget?.message} {...(told !== undefined && { hint: told })}>
      {(control) => (
        <Input {...control} {...form.register('budget')} inputMode="decimal" step="0.01" autoComplete="off" />
      )}
    </Field>
  )
}
