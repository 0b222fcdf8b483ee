import { rememberFocus } from '../../lib/remember-focus.ts'
import { showFieldProblem } from '../../ui/field-problem.ts'
import { type ElementAttributes, findPart, PageElement } from '../../ui/page-element.ts'
import { toast } from '../../ui/toast.ts'
import { dropDraft, keepDraft, readDraft } from './contact-draft.ts'
import {
  type ContactMessage,
  type ContactProblems,
  contactFields,
  contactProblems,
  honeypotName,
  trimMessage,
} from './contact-message.ts'
import { sendContactMessage } from './send-contact-message.ts'

const PANEL_MS = 3000

/**
 * The contact form: idle, sending, then `sent`, a panel for three seconds, or the unchanged form with a toast. The
 * script finds fields by their names, and the place of a field's error by its aria-describedby.
 */
class ContactForm extends PageElement {
  #isSending = false
  #panelTimer: number | undefined

  protected enter(signal: AbortSignal) {
    const form = this.querySelector('form')
    const button = form?.querySelector('button')
    if (!form || !button) return
    fill(form, readDraft())
    // Some autofill extensions fire only a change event.
    for (const event of ['input', 'change']) form.addEventListener(event, () => keepDraft(read(form)), { signal })
    window.addEventListener('online', () => this.#noteOffline(false), { signal })
    form.addEventListener('submit', (event) => this.#submit(event, form), { signal })
    button.type = 'submit'
    signal.addEventListener('abort', () => clearTimeout(this.#panelTimer))
  }

  async #submit(event: SubmitEvent, form: HTMLFormElement) {
    event.preventDefault()
    if (this.#isSending) return

    const message = trimMessage(read(form))
    const problems = contactProblems(message)
    show(problems, form)
    if (Object.keys(problems).length > 0) return

    const giveFocusBack = rememberFocus(form)
    this.#setSending(form, true)
    keepDraft(message)
    this.#noteOffline(false)
    try {
      await sendContactMessage(message, { trapped: isTrapped(form) })
      form.reset()
      dropDraft()
      toast.success({ title: 'Success!', description: "Your message has been sent. We'll get back to you soon!" })
      this.#showPanel(giveFocusBack)
    } catch {
      toast.error({ title: 'Error', description: 'There was a problem sending your message. Please try again.' })
      this.#noteOffline(!navigator.onLine)
    } finally {
      this.#setSending(form, false)
      giveFocusBack()
    }
  }

  #setSending(form: HTMLFormElement, isSending: boolean) {
    this.#isSending = isSending
    const button = form.querySelector('button')
    if (!button) return
    button.disabled = isSending
    button.textContent = isSending ? 'Sending...' : 'Send Message'
  }

  /** Shows a lasting note beside the toast that there is no network: retrying is useless until it is back. */
  #noteOffline(isOffline: boolean) {
    const note = 'You are offline. What you wrote stays here until you can send it.'
    findPart(this, 'offline-note').textContent = isOffline ? note : ''
  }

  /**
   * Shows the panel after sending. It is a live region, so it is announced without moving the focus; after three
   * seconds the empty form is back.
   */
  #showPanel(giveFocusBack: () => void) {
    const setShown = (isShown: boolean) => {
      this.toggleAttribute('sent', isShown)
      findPart(this, 'sent-panel').hidden = !isShown
    }
    const goBack = () => {
      setShown(false)
      giveFocusBack()
    }
    setShown(true)
    this.#panelTimer = window.setTimeout(goBack, PANEL_MS)
  }
}

function read(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const text = (field: string) => String(data.get(field) ?? '')
  return {
    name: text('name'),
    businessName: text('businessName'),
    email: text('email'),
    phone: text('phone'),
    service: text('service'),
    message: text('message'),
  }
}

function fill(form: HTMLFormElement, draft: Partial<ContactMessage>) {
  for (const field of contactFields) {
    const input = control(form, field)
    // Values that the browser has restored are newer than the draft.
    if (input && !input.value) input.value = draft[field] ?? ''
  }
}

/** Shows each error of the contact form beside its field and focuses the first one. */
function show(problems: ContactProblems, form: HTMLFormElement) {
  for (const field of contactFields) {
    const input = control(form, field)
    if (input) showFieldProblem(input, problems[field])
  }
  const first = contactFields.find((field) => problems[field])
  if (first) control(form, first)?.focus()
}

function isTrapped(form: HTMLFormElement) {
  return new FormData(form).get(honeypotName) !== ''
}

function control(form: HTMLFormElement, field: string) {
  const element = form.elements.namedItem(field)
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  ) {
    return element
  }
}

declare global {
  interface ElementParts {
    'offline-note': HTMLElement
    'sent-panel': HTMLElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'contact-form': ElementAttributes<ContactForm>
    }
  }
}

customElements.define('contact-form', ContactForm)
