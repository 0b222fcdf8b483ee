import { rememberFocus } from '../lib/remember-focus.ts'
import { problemsOf } from './form-problems.ts'

/** What stood in the form when it was sent: passwords as typed, everything else trimmed. */
export type Values = (name: string) => string

/** `'leaving'`: another page is on its way, and until it comes the form stays busy. */
export type Outcome = 'staying' | 'leaving'

/** Says what is missing beside its field, and sends the panel's form once at a time. */
export function bringFormToLife(
  panel: HTMLElement,
  send: (values: Values, form: HTMLFormElement) => Promise<Outcome>,
  signal: AbortSignal,
) {
  const form = panel.querySelector('form')
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  if (!form || !button) return
  const action = button.textContent

  const mend = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) show(undefined, target, form)
  }
  const sendOnce = async () => {
    if (button.disabled) return
    const giveFocusBack = rememberFocus(form)
    setBusy(button, action, true)
    const outcome = await send(valuesOf(form), form)
    if (outcome === 'leaving') return
    setBusy(button, action, false)
    giveFocusBack()
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete(form)) void sendOnce()
  }

  form.addEventListener('input', mend, { signal })
  form.addEventListener('submit', submit, { signal })
}

/** Puts each problem beside its field, and the focus on the first. */
function isComplete(form: HTMLFormElement): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  const problems = problemsOf(inputs, (name) => labelOf(inputs.find((input) => input.name === name)))
  for (const input of inputs) show(problems[input.name], input, form)
  const firstWrong = inputs.find((input) => input.name in problems)
  firstWrong?.focus()
  return !firstWrong
}

const labelOf = (input: HTMLInputElement | undefined) => input?.labels?.[0]?.textContent ?? ''

/** Where there is no problem, the hint stands. */
function show(problem: string | undefined, input: HTMLInputElement, form: HTMLFormElement) {
  input.toggleAttribute('aria-invalid', false)
  if (problem !== undefined) input.setAttribute('aria-invalid', 'true')
  const place = form.querySelector<HTMLElement>(`[data-message=${input.name}]`)
  if (place) place.textContent = problem ?? place.dataset.hint ?? ''
}

function setBusy(button: HTMLButtonElement, action: string, isBusy: boolean) {
  button.disabled = isBusy
  button.toggleAttribute('data-busy', isBusy)
  button.textContent = (isBusy && button.dataset.busyAction) || action
}

function valuesOf(form: HTMLFormElement): Values {
  const sent = new FormData(form)
  return (name) => {
    const value = String(sent.get(name) ?? '')
    const input = form.elements.namedItem(name)
    return input instanceof HTMLInputElement && input.type === 'password' ? value : value.trim()
  }
}
