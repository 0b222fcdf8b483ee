import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { DateField, FormField, TextField } from './form-fields.tsx'
import { SelectField } from './select-field.tsx'
import { SwitchField } from './switch-field.tsx'

const fields = { DateField, FormField, SelectField, SwitchField, TextField }

/** A field component whose name is limited to one form's values. */
type Of<Typed extends FieldValues, Component extends (props: never) => ReactNode> = (
  props: Omit<Parameters<Component>[0], 'name'> & { name: FieldPath<Typed> },
) => ReactNode

type Fields<Typed extends FieldValues> = { [Name in keyof typeof fields]: Of<Typed, (typeof fields)[Name]> }

/** The field components typed for one form: an unknown field name does not compile. */
export const typedFormFields = <Typed extends FieldValues>(): Fields<Typed> => fields
