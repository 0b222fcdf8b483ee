import { rememberFocus } from '../../lib/remember-focus.ts'
import { toast } from '../../ui/toast.ts'
import type { Behaviour } from '../bring-to-life.ts'
import { dropDraft, keepDraft, readDraft } from './contact-draft.ts'
import {
  type ContactMessage,
  type ContactProblems,
  contactFields,
  contactProblems,
  trapName,
  trimmed,
} from './contact-message.ts'
import { sendContactMessage } from './send-contact-message.ts'

const PANEL_MS = 3000

/** The contact form: idle, sending, then a panel for three seconds, or the form as it was and a toast. */
export const sendContactForms: Behaviour = (page, signal) => {
  for (const form of page.querySelectorAll<HTMLFormElement>('[data-contact-form]')) {
    fill(form, readDraft())
    // Some that fill in forms tell of a change only.
    for (const event of ['input', 'change']) form.addEventListener(event, () => keepDraft(read(form)), { signal })
    window.addEventListener('online', () => noteOffline(form, false), { signal })
    form.addEventListener('submit', (event) => submit(event, form, signal), { signal })
  }
}

async function submit(event: SubmitEvent, form: HTMLFormElement, signal: AbortSignal) {
  event.preventDefault()
  if (form.dataset.sending) return

  const message = trimmed(read(form))
  const problems = contactProblems(message)
  show(problems, form)
  if (Object.keys(problems).length > 0) return

  const giveFocusBack = rememberFocus(form)
  setSending(form, true)
  keepDraft(message)
  noteOffline(form, false)
  try {
    await sendContactMessage(message, { trapped: isTrapped(form) })
    form.reset()
    dropDraft()
    toast.success({ title: 'Success!', description: "Your message has been sent. We'll get back to you soon!" })
    showPanel(form, giveFocusBack, signal)
  } catch {
    toast.error({ title: 'Error', description: 'There was a problem sending your message. Please try again.' })
    noteOffline(form, !navigator.onLine)
  } finally {
    setSending(form, false)
    giveFocusBack()
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
    // What the browser has restored itself is newer than the draft.
    if (input && !input.value) input.value = draft[field] ?? ''
  }
}

/** Puts each problem beside its field and the focus on the first. */
function show(problems: ContactProblems, form: HTMLFormElement) {
  for (const field of contactFields) {
    const input = control(form, field)
    const problem = problems[field]
    input?.toggleAttribute('aria-invalid', false)
    if (problem) input?.setAttribute('aria-invalid', 'true')
    const place = form.querySelector(`[data-problem=${field}]`)
    if (place) place.textContent = problem ?? ''
  }
  const first = contactFields.find((field) => problems[field])
  if (first) control(form, first)?.focus()
}

function setSending(form: HTMLFormElement, sending: boolean) {
  if (sending) form.dataset.sending = 'true'
  else delete form.dataset.sending
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button) return
  button.disabled = sending
  button.textContent = sending ? 'Sending...' : 'Send Message'
}

/** Stays where the toast goes: trying again is of no use until the network is back. */
function noteOffline(form: HTMLFormElement, offline: boolean) {
  const note = form.querySelector('[data-offline-note]')
  if (note) note.textContent = offline ? 'You are offline. What you wrote stays here until you can send it.' : ''
}

/** The panel is a live region, so it is read out where the focus is; after three seconds the form is back, empty. */
function showPanel(form: HTMLFormElement, giveFocusBack: () => void, signal: AbortSignal) {
  const place = form.closest<HTMLElement>('[data-form-place]')
  const panel = place?.querySelector<HTMLElement>('[data-sent-panel]')
  if (!place || !panel) return

  const setShown = (shown: boolean) => {
    place.toggleAttribute('data-sent', shown)
    panel.hidden = !shown
  }
  const goBack = () => {
    setShown(false)
    giveFocusBack()
  }
  setShown(true)
  const timer = setTimeout(goBack, PANEL_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

function isTrapped(form: HTMLFormElement) {
  return new FormData(form).get(trapName) !== ''
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
