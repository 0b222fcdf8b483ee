import type { ReactNode } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { FormField, type NamedField } from './form-fields.tsx'
import { Select } from './input.tsx'

export type SelectFieldProps = NamedField & {
  options?: readonly (string | number)[]
  /** Labels of options that differ from their values. */
  labels?: Readonly<Partial<Record<string, string>>>
  /** The label of the empty option. */
  empty?: string
  /** True if a stored value that is no longer an option stays selectable, so that saving does not change it. */
  keepsStored?: boolean
  required?: boolean
  isCapitalized?: boolean
  onChange?: (value: string) => void
  /** Further options after those of `options`. */
  children?: ReactNode
}

/** A form field for one of a few values. */
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
