import { answerForm } from './answer-form.ts'
import { askForm } from './ask-section.ts'
import { pageAddress } from './page-address.ts'
import { answerProblems, type SubmittedAnswer, typedAnswer } from './refused-answer.ts'
import { REQUEST_NOT_STORED, refusedRequest } from './refused-request.ts'
import { type Html, html } from './safe-html.ts'
import { SECRET_NOT_STORED } from './wanted-secret.ts'

// Error pages for a database that does not answer, though the client's link may be valid.

export const unavailablePage = (): Html =>
  trouble(html`<p role="alert">This page cannot be shown right now. Please try again in a few minutes.</p>`)

/** What was typed is not here to be shown again: only its sealed form was sent. */
export const secretNotStoredPage = (): Html => trouble(html`<p role="alert">${SECRET_NOT_STORED}</p>`)

/** Shows a client's answer that could not be stored, so that it can be sent again. */
export function answerNotStoredPage(form: SubmittedAnswer, address: string, page: number): Html {
  const refused = { ...typedAnswer(form), problem: ANSWER_NOT_STORED }
  return trouble(answerForm({ ref: refused.update, title: 'this update', answer_by: null }, { address, refused, page }))
}

/** A page for an answer that is so long that the server did not read it. */
export const answerTooLongPage = (address: string, page: number): Html =>
  trouble(html`
    <p role="alert">${answerProblems['too long']}</p>
    <p><a href="${pageAddress(address, page)}">Back to your page</a></p>`)

/** Shows a client's request that could not be stored, so that it can be sent again. */
export const requestNotStoredPage = (form: SubmittedAnswer, address: string, acceptedFiles: string): Html =>
  trouble(askForm({ address, acceptedFiles, refusedRequest: refusedRequest(REQUEST_NOT_STORED, form, true) }))

export const ANSWER_NOT_STORED = 'Your answer could not be saved right now. Please send it again in a few minutes.'

const trouble = (content: Html) => html`
<div class="client-page">
  <main class="cp-trouble">${content}</main>
</div>`
