import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { get, type UseFormRegisterReturn, useFormContext } from 'react-hook-form'
import { Field, type FieldControl } from './field.tsx'
import { EmailInput, Input, Textarea } from './input.tsx'

export type NamedField = {
  /** The value of the form that is typed here. */
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
 * A field of the form around it, for a control of its own kind: it is given what ties it to its label, its value and its
 * problem. A problem without words stops the form and says nothing.
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
    /** Makes it a field of several lines. */
    rows?: number
  }

/** A line of text, or several. A browser offers nothing that was typed elsewhere, unless `autoComplete` says what. */
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

/** The attributes of a text field that one of several lines has, too. */
const textareaOf = ({ required, placeholder, autoComplete, inputMode }: ComponentProps<'input'>) => ({
  ...{ required, placeholder, autoComplete, inputMode },
})

/** A day, which a browser asks for in its own way. */
export const DateField = (props: NamedField) => (
  <FormField {...props}>{(field) => <Input {...field} type="date" max="9999-12-31" />}</FormField>
)
