import { MAX_PASSWORD, MAX_USERNAME, sealSecret } from '../lib/sealed-secret.ts'
import { NEEDS_SCRIPT } from './secret-section.ts'
import { showProblem } from './show-problem.ts'
import { SECRET_NOT_SENT } from './wanted-secret.ts'

const SEALING = '.cp-secret-form'

export const isSealing = (form: HTMLFormElement) => form.matches(SEALING)

/** Makes the forms usable by which a client hands something over. Browsers seal on secure pages (https) only. */
export function prepareSealing(page: HTMLElement) {
  for (const form of page.querySelectorAll<HTMLFormElement>(SEALING)) {
    if (!crypto.subtle) {
      showProblem(form, NEEDS_SCRIPT)
      continue
    }
    letSend(form)
    const show = form.querySelector<HTMLElement>('[aria-pressed]')
    show?.addEventListener('click', () => {
      const isShown = show.ariaPressed !== 'true'
      show.ariaPressed = String(isShown)
      show.textContent = isShown ? 'Hide' : 'Show'
      show.ariaLabel = isShown ? 'Hide the password' : 'Show the password'
      typed(form, 'password').type = isShown ? 'text' : 'password'
    })
  }
}

/** Puts what was typed into the form as a sealed text. False if something is missing or too long, or without a connection. */
export async function sealForm(form: HTMLFormElement): Promise<boolean> {
  const [username, password] = [typed(form, 'username'), typed(form, 'password')]
  const secret = { username: username.value.trim(), password: password.value }
  const problem = problemOf(secret)
  if (problem) {
    showProblem(form, problem)
    password.focus()
    return false
  }
  if (!navigator.onLine) {
    showProblem(form, SECRET_NOT_SENT)
    return false
  }
  sendButton(form)?.setAttribute('disabled', '')
  const { key = '', label = '' } = form.dataset
  const sealed = form.elements.namedItem('sealed')
  if (sealed instanceof HTMLInputElement) sealed.value = await sealSecret(key, label, secret)
  return true
}

/** Clears what was sent: a browser would offer to keep the password for this site. */
export function clearTyped(form: HTMLFormElement) {
  typed(form, 'username').value = typed(form, 'password').value = ''
}

function problemOf({ username, password }: { username: string; password: string }): string | undefined {
  if (password.trim() === '') return 'Please enter the password.'
  if (username.length > MAX_USERNAME || password.length > MAX_PASSWORD) {
    return 'This is too long. A username may have 320 characters and a password 4,000.'
  }
  return undefined
}

function typed(form: HTMLFormElement, name: 'username' | 'password'): HTMLInputElement {
  const field = form.querySelector<HTMLInputElement>(`[data-typed="${name}"]`)
  if (!field) throw new Error(`The form has no field for the ${name}.`)
  return field
}

/** Enables the button, which is disabled until the script runs and while a text is on its way. */
export const letSend = (form: HTMLFormElement) => sendButton(form)?.removeAttribute('disabled')

const sendButton = (form: HTMLFormElement) => form.querySelector('.button-signal')
