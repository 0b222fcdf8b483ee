import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { get, type UseFormRegisterReturn, useFormContext } from 'react-hook-form'
import { Field, type FieldControl } from './field.tsx'
import { EmailInput, Input, Textarea } from './input.tsx'

export type NamedField = {
  /** The name of the form value that the field edits. */
  name: string
  label: string
  hint?: string | undefined
  className?: string | undefined
}

type FormFieldProps = NamedField & {
  onChange?: ((value: string) => void) | undefined
  children: (control: FieldControl & UseFormRegisterReturn) => ReactNode
}

/**
 * A field of the surrounding form with a custom control, which receives its id, value and error. An empty error message
 * blocks submitting without being shown.
 */
export function FormField({ name, onChange, children, ...field }: FormFieldProps) {
  const { register, formState } = useFormContext()
  const options = onChange && { onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value) }
  return (
    <Field {...field} error={problemWith(name, formState.errors)}>
      {(control) => children({ ...control, ...register(name, options) })}
    </Field>
  )
}

function problemWith(name: string, errors: object): string | undefined {
  const problem: { message?: string } | undefined = get(errors, name)
  return problem?.message || undefined
}

export type TextFieldProps = NamedField &
  Pick<ComponentProps<'input'>, 'required' | 'placeholder' | 'autoComplete' | 'inputMode' | 'step'> & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'password'
    /** The number of lines; makes the field multi-line. */
    rows?: number
  }

/** A text field of a form, with one or several lines. Autocomplete is off unless `autoComplete` is set. */
export function TextField({ name, label, hint, className, rows, type = 'text', ...props }: TextFieldProps) {
  const control = { autoComplete: 'off', ...props }
  return (
    <FormField {...{ name, label, hint, className }}>
      {(field) => {
        if (rows !== undefined) return <Textarea {...field} {...textareaOf(control)} rows={rows} />
        return type === 'email' ? <EmailInput {...field} {...control} /> : <Input {...field} {...control} type={type} />
      }}
    </FormField>
  )
}

/** Returns the attributes that a textarea shares with an input. */
const textareaOf = ({ required, placeholder, autoComplete, inputMode }: ComponentProps<'input'>) => ({
  required,
  placeholder,
  autoComplete,
  inputMode,
})

/** A date field with the browser's date picker. */
export const DateField = (props: NamedField) => (
  <FormField {...props}>{(field) => <Input {...field} type="date" max="9999-12-31" />}</FormField>
)
