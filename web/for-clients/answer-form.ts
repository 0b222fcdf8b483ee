import type { PageContext, ShownUpdate } from './client-page-data.ts'
import { pageAddress } from './page-address.ts'
import { type Html, html } from './safe-html.ts'
import { shortDay, utcToday } from './utc-date.ts'

/**
 * The HTML form by which a client answers an update: two buttons and a comment. It needs no JavaScript. The name is
 * that of the person whose link it is. A refused answer is shown again with the reason.
 */
export function answerForm(
  { ref, title, answer_by }: Pick<ShownUpdate, 'ref' | 'title' | 'answer_by'>,
  { address, refused, person, page }: PageContext,
): Html {
  const typed = refused?.update === ref ? refused : undefined
  const problem = typed && html` aria-describedby="problem-${ref}"`
  return html`
<form class="cp-answer" method="post" action="${pageAddress(`${address}/answers`, page)}#update-${ref}" novalidate aria-label="Your answer to ${title}">
  <input type="hidden" name="update" value="${ref}">
  ${answer_by && html`<p class="cp-wanted">${wantedBy(answer_by)}</p>`}
  ${typed && html`<p class="cp-problem" id="problem-${ref}" role="alert">${typed.problem}</p>`}
  <label>Your name <input name="name" autocomplete="name" required value="${typed?.name ?? person}"${problem}></label>
  <label>Comment <small>Required if you ask for changes.</small>
    <textarea name="comment" rows="3"${problem}>${typed?.comment}</textarea></label>
  <p class="cp-buttons">
    <button class="button button-signal" name="answer" value="approved">Approve</button>
    <button class="button button-outline" name="answer" value="changes">Ask for Changes</button>
  </p>
</form>`
}

const wantedBy = (day: string) => `${day < utcToday() ? 'This was wanted by' : 'Please answer by'} ${shortDay(day)}`
