import { readEmailAddress } from '../lib/email-address.ts'

/** Error messages of a form, by field name. */
export type FieldProblems = Partial<Record<string, string>>

/** The properties of a field that validation needs; every text input has them. */
export type CheckedInput = {
  name: string
  value: string
  required: boolean
  type: string
}

/** Validates the fields: blanks count as empty, and email-address.ts decides about addresses. */
export function validateFields(inputs: readonly CheckedInput[], labelOf: (name: string) => string): FieldProblems {
  const problems: FieldProblems = {}
  for (const { name, value, required, type } of inputs) {
    if (required && value.trim() === '') problems[name] = `${labelOf(name)} is required.`
    else if (type === 'email') problems[name] = readEmailAddress(value).problem
  }
  return problems
}
