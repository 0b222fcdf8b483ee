/** What a person has to mend in each field before the form can be sent, by the field's name. */
export type Problems = Partial<Record<string, string>>

/** What the checks need to know of a field; every text input of a form is one. */
export type CheckedInput = {
  name: string
  value: string
  required: boolean
  validity: Pick<ValidityState, 'typeMismatch'>
}

/** The browser's own checks without its bubbles, and spaces alone do not count as filled in. */
export function problemsOf(inputs: readonly CheckedInput[], labelOf: (name: string) => string): Problems {
  const problems: Problems = {}
  for (const { name, value, required, validity } of inputs) {
    if (required && value.trim() === '') problems[name] = `${labelOf(name)} is required.`
    else if (validity.typeMismatch) problems[name] = 'Enter an email address, like name@example.com.'
  }
  return problems
}
