import { normalizeAccountAddress, readEmailAddress } from '../lib/email-address.ts'
import { rememberFocus } from '../lib/remember-focus.ts'
import { showFieldProblem } from '../ui/field-problem.ts'
import { type ElementAttributes, PageElement } from '../ui/page-element.ts'
import { closestAuthArea } from './closest-auth-area.ts'
import { validateFields } from './form-problems.ts'

/** Reads a submitted field: passwords unchanged, addresses normalized, other fields trimmed. */
export type ReadField = (name: string) => string

/**
 * The outcome of submitting a form: `'leaving'` means that another page is loading, and the form stays busy until then.
 */
export type SubmitResult = 'staying' | 'leaving'

/** A form of /auth: shows errors beside the fields, and submits once at a time. */
export abstract class AuthFormElement extends PageElement {
  protected abstract send(values: ReadField, form: HTMLFormElement): Promise<SubmitResult>

  protected get area() {
    return closestAuthArea(this)
  }

  protected enter(signal: AbortSignal) {
    const form = this.querySelector('form')
    const mend = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) showFieldProblem(target, undefined)
    }
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      if (form && isComplete(form)) void this.#sendOnce(form)
    }
    form?.addEventListener('input', mend, { signal })
    form?.addEventListener('submit', submit, { signal })
  }

  async #sendOnce(form: HTMLFormElement) {
    const button = form.querySelector<HTMLButtonElement>('[type=submit]')
    if (!button || button.disabled) return
    const giveFocusBack = rememberFocus(form)
    const action = button.textContent
    button.disabled = true
    button.textContent = this.getAttribute('busy-action') ?? action
    const outcome = await this.send(valuesOf(form), form)
    if (outcome === 'leaving') return
    button.disabled = false
    button.textContent = action
    giveFocusBack()
  }
}

/** The JSX attributes of the custom element around a form of /auth. */
export type FormMarkup = ElementAttributes<AuthFormElement> & { 'busy-action': string }

/** Shows each error of the form beside its field, and focuses the first one. */
function isComplete(form: HTMLFormElement): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  const problems = validateFields(inputs, (name) => labelOf(inputs.find((input) => input.name === name)))
  for (const input of inputs) showFieldProblem(input, problems[input.name])
  const firstWrong = inputs.find((input) => problems[input.name] !== undefined)
  firstWrong?.focus()
  return !firstWrong
}

const labelOf = (input: HTMLInputElement | undefined) => input?.labels?.[0]?.textContent ?? ''

function valuesOf(form: HTMLFormElement): ReadField {
  const sent = new FormData(form)
  return (name) => {
    const value = String(sent.get(name) ?? '')
    const input = form.elements.namedItem(name)
    if (!(input instanceof HTMLInputElement) || input.type === 'password') return value
    return input.type === 'email' ? normalizeAccountAddress(readEmailAddress(value).address ?? value) : value.trim()
  }
}
