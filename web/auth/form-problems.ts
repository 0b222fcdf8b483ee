import { readEmailAddress } from '../lib/email-address.ts'

/** What a person has to mend in each field before the form can be sent, by the field's name. */
export type Problems = Partial<Record<string, string>>

/** What the checks need to know of a field; every text input of a form is one. */
export type CheckedInput = {
  name: string
  value: string
  required: boolean
  type: string
}

/** Spaces alone do not count as filled in, and an address is read as email-address.ts says. */
export function problemsOf(inputs: readonly CheckedInput[], labelOf: (name: string) => string): Problems {
  const problems: Problems = {}
  for (const { name, value, required, type } of inputs) {
    if (required && value.trim() === '') problems[name] = `${labelOf(name)} is required.`
    else if (type === 'email') problems[name] = readEmailAddress(value).problem
  }
  return problems
}
