import type { ReactNode } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { FormField, type NamedField } from './form-fields.tsx'
import { Select } from './input.tsx'

export type SelectFieldProps = NamedField & {
  options?: readonly (string | number)[]
  /** What an option is called, where that is not its value. */
  labels?: Readonly<Partial<Record<string, string>>>
  /** What the first option says, by which nothing is chosen. */
  empty?: string
  /** Offers what is stored even if it is no option any more, so that saving never changes it unasked. */
  keepsStored?: boolean
  required?: boolean
  isCapitalized?: boolean
  onChange?: (value: string) => void
  /** Further options, after the others. */
  children?: ReactNode
}

/** One value of a few. */
export function SelectField({ options = [], labels, empty, keepsStored, isCapitalized, ...props }: SelectFieldProps) {
  const { required, children, ...field } = props
  const { defaultValues } = useFormContext().formState
  const stored: unknown = keepsStored ? get(defaultValues, field.name) : ''
  const isKnown = typeof stored !== 'string' || stored === '' || options.includes(stored)
  return (
    <FormField {...field}>
      {(control) => (
        <Select {...control} required={required} className={isCapitalized ? 'capitalize' : undefined}>
          {empty !== undefined && <option value="">{empty}</option>}
          {(isKnown ? options : [...options, stored]).map((value) => (
            <option key={value} value={value}>
              {labels?.[value] ?? value}
            </option>
          ))}
          {children}
        </Select>
      )}
    </FormField>
  )
}
