import { html } from './safe-html.ts'

/** Shows at the beginning of a form why it was not sent, in place of an earlier problem. */
export function showProblem(form: HTMLFormElement, problem: string) {
  form.querySelector('.cp-problem')?.remove()
  // The inserted HTML is safe, since the template escapes the text.
  form.insertAdjacentHTML('afterbegin', html`<p class="cp-problem" role="alert">${problem}</p>`.text)
}
