import { useFieldArray, useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import type { TypedDetails } from './agency-details.ts'
import { EntryList } from './entry-list.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyCase } from './website-facts.ts'

type Column = keyof TypedDetails['cases'][number]

export function CaseFields() {
  const { errors } = useFormContext<TypedDetails>().formState
  const { fields, append, remove, move } = useFieldArray<TypedDetails, 'cases'>({ name: 'cases' })
  return (
    <EntryList
      title="Results"
      explanation="What came of your work, on the home page: two numbers and a quote each. Until you add the first, there is no such section."
      thing="result"
      entries={fields}
      onAdd={() => append(emptyCase)}
      onRemove={remove}
      onMove={move}
    >
      {(at) => (
        <>
          <CaseField at={at} column="title" label="Title" className="sm:col-span-2" />
          <CaseField at={at} column="number" label="First Number" hint="As: +38%" />
          <CaseField at={at} column="meaning" label="What It Counts" hint="As: visitors on weekdays" />
          <CaseField at={at} column="other_number" label="Second Number" />
          <CaseField at={at} column="other_meaning" label="What That Counts" />
          <CaseField at={at} column="quote" label="Quote" className="sm:col-span-2" isLong />
          <CaseField at={at} column="author" label="Said By" className="sm:col-span-2" />
          <PictureField name={`cases.${at}.picture`} error={errors.cases?.[at]?.picture?.message} />
        </>
      )}
    </EntryList>
  )
}

type CaseFieldProps = { at: number; column: Column; label: string; hint?: string; className?: string; isLong?: boolean }

function CaseField({ at, column, isLong = false, ...field }: CaseFieldProps) {
  const { register, formState } = useFormContext<TypedDetails>()
  return (
    <Field {...field} error={formState.errors.cases?.[at]?.[column]?.message}>
      {(control) =>
        isLong ? (
          <Textarea {...control} {...register(`cases.${at}.${column}`)} rows={3} />
        ) : (
          <Input {...control} {...register(`cases.${at}.${column}`)} autoComplete="off" />
        )
      }
    </Field>
  )
}
