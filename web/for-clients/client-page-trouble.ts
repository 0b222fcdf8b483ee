import { answerForm } from './answer-form.ts'
import { type Html, html } from './html.ts'
import { type Typed, whatWasTyped } from './refusals.ts'

// Nothing is wrong with the link: what stands behind it does not answer.

export const notNow = (): Html =>
  trouble(html`<p role="alert">This page cannot be shown right now. Please try again in a few minutes.</p>`)

/** An answer, to be sent again as it was typed. */
export function notStored(form: Typed, address: string): Html {
  const refused = { ...whatWasTyped(form), problem: NOT_STORED }
  return trouble(answerForm({ ref: refused.update, title: 'this update' }, { address, refused }))
}

export const NOT_STORED = 'Your answer could not be stored right now. Please send it again in a few minutes.'

const trouble = (content: Html) => html`
<div class="client-page">
  <main class="cp-trouble">${content}</main>
</div>`
