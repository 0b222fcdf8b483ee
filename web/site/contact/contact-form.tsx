import type { ComponentProps, ReactNode } from 'react'
import { serviceChoiceLabels, serviceChoices } from '../../agency.ts'
import { terms } from '../../lib/terms.ts'
import { AwningEdge } from '../awning-edge.tsx'
import { privacyLink } from '../layout/links.ts'
import { type ContactField, honeypotName } from './contact-message.ts'

/**
 * The form's markup; contact-form-element.ts sends it. Length is checked by the script, since the browser's maxlength
 * would cut pasted text silently.
 */
export function ContactForm() {
  return (
    <div className="counter">
      <AwningEdge />
      <contact-form className="p-6 sm:p-10 md:p-8 lg:p-10">
        <form
          className="grid gap-6 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2"
          method="post"
          noValidate
          aria-label="Contact"
        >
          <Field name="name" label="Full Name">
            <input {...control('name')} type="text" required autoComplete="name" />
          </Field>
          <Field name="businessName" label="Business Name">
            <input {...control('businessName')} type="text" required autoComplete="organization" />
          </Field>
          <Field name="email" label="Email">
            <input {...control('email')} type="email" required autoComplete="email" />
          </Field>
          <Field name="phone" label="Phone">
            <input {...control('phone')} type="tel" required autoComplete="tel" />
          </Field>
          <Field name="service" label="Service" wide>
            <ServiceSelect />
          </Field>
          <Field name="message" label="Message (optional)" wide>
            <textarea {...control('message')} rows={4} />
          </Field>
          <Trap />
          <div className="col-span-full">
            {/* It sends only once the script runs, since the server takes no form here: what was typed would be gone. */}
            <button type="button" className="contact-send button button-signal w-full sm:w-auto">
              Send Message
            </button>
            <a className="contact-privacy" href={privacyLink}>
              Privacy
            </a>
            <div role="status">
              <p className="field-error" data-part="offline-note" />
            </div>
            <p className="needs-script">
              This form is sent by JavaScript, which is switched off in your browser or has not loaded.
            </p>
          </div>
        </form>
        <SentPanel />
      </contact-form>
    </div>
  )
}

type FieldProps = { name: ContactField; label: string; wide?: boolean; children: ReactNode }

function Field({ name, label, wide = false, children }: FieldProps) {
  return (
    <div className={wide ? 'col-span-full' : ''}>
      <label className="field-label" htmlFor={controlId(name)}>
        {label}
      </label>
      {children}
      <p id={problemId(name)} className="field-error" />
    </div>
  )
}

function control(name: ContactField) {
  return {
    id: controlId(name),
    name,
    className: 'field-control',
    'aria-describedby': problemId(name),
  } satisfies ComponentProps<'input'>
}

const controlId = (name: ContactField) => `contact-${name}`
const problemId = (name: ContactField) => `contact-${name}-problem`

function ServiceSelect() {
  return (
    <span className="relative block">
      <select {...control('service')} required defaultValue="">
        <option value="">Choose a service</option>
        {serviceChoices.map((choice) => (
          <option key={choice} value={choice}>
            {serviceChoiceLabels[choice]}
          </option>
        ))}
      </select>
      <svg
        className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2"
        viewBox="0 0 16 16"
        aria-hidden="true"
        focusable="false"
      >
        <path className="fill-none stroke-2 stroke-current" d="M3 6l5 5 5-5" />
      </svg>
    </span>
  )
}

/**
 * The honeypot field: robots fill in every field of a page. It is `hidden` and not only off-screen: an element that is
 * not rendered takes no focus, is not announced, and is skipped by autofill, as its attributes ask too.
 */
function Trap() {
  return (
    <label hidden>
      Leave this field empty
      <input
        type="text"
        name={honeypotName}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
        data-form-type="other"
      />
    </label>
  )
}

/** The panel after sending, an empty live region until then, so that its text is announced. */
function SentPanel() {
  return (
    <div className="sent-panel" role="status">
      <div hidden data-part="sent-panel">
        <p className="font-display text-title">Message Sent!</p>
        <p className="mt-3 text-ink-soft text-lead">You hear from us within {terms.replyHours} hours.</p>
      </div>
    </div>
  )
}
