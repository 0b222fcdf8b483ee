import { answerForm } from './answer-form.ts'
import { type SubmittedAnswer, typedAnswer } from './refused-answer.ts'
import { type Html, html } from './safe-html.ts'

// Error pages for a database that does not answer, though the client's link may be valid.

export const unavailablePage = (): Html =>
  trouble(html`<p role="alert">This page cannot be shown right now. Please try again in a few minutes.</p>`)

/** Shows a client's answer that could not be stored, so that it can be sent again. */
export function answerNotStoredPage(form: SubmittedAnswer, address: string): Html {
  const refused = { ...typedAnswer(form), problem: ANSWER_NOT_STORED }
  return trouble(answerForm({ ref: refused.update, title: 'this update' }, { address, refused }))
}

export const ANSWER_NOT_STORED = 'Your answer could not be saved right now. Please send it again in a few minutes.'

const trouble = (content: Html) => html`
<div class="client-page">
  <main class="cp-trouble">${content}</main>
</div>`
