import { type AskedRequest, MOST_FILES, requestStatuses } from './asked-request.ts'
import type { ClientPageData, PageContext } from './client-page-data.ts'
import { pageAddress } from './page-address.ts'
import type { RefusedRequest } from './refused-request.ts'
import { type Html, html, withLinks } from './safe-html.ts'
import { utcDate } from './utc-date.ts'

/** The form by which a client asks for something, and what they have asked for. It needs no JavaScript. */
export function askSection({ may_ask, asked, agency, person }: ClientPageData, around: PageContext): Html | false {
  const { refusedRequest } = around
  if (!may_ask && asked.length === 0 && !refusedRequest) return false
  return html`
<section class="cp-asking" id="ask" aria-label="Ask for something">
  ${around.hasSent && html`<p class="cp-sent" role="status">Sent. ${agency.name} has it.</p>`}
  ${
    may_ask &&
    html`
  <details${refusedRequest && html` open`}>
    <summary class="button button-outline">Ask for something</summary>
    ${askForm({ ...around, person })}
  </details>`
  }
  ${!may_ask && refusedRequest && unsentRequest(refusedRequest)}
  ${asked.length > 0 && askedList(asked, around)}
</section>`
}

export function askForm({ address, refusedRequest: typed, acceptedFiles, person }: PageContext): Html {
  const problem = typed && html` aria-describedby="problem-ask"`
  return html`
<form class="cp-answer cp-ask" method="post" action="${address}/requests#ask" enctype="multipart/form-data" novalidate aria-label="Ask for something">
  ${typed && html`<p class="cp-problem" id="problem-ask" role="alert">${typed.problem}</p>`}
  <label>What would you like? <input name="title" required value="${typed?.title}"${problem}></label>
  <label>Details <small>Optional.</small>
    <textarea name="words" rows="5">${typed?.words}</textarea></label>
  <label>Name <input name="name" autocomplete="name" required value="${typed?.name ?? person}"${problem}></label>
  ${
    acceptedFiles &&
    html`<label>Files <small>Up to ${MOST_FILES}, 10 MB each: pictures, PDF, Word, CSV.</small>
    <input type="file" name="files" multiple accept="${acceptedFiles}"></label>`
  }
  <p class="cp-buttons"><button class="button button-signal">Send</button></p>
</form>`
}

/** What was typed before the agency closed the form: it is kept until its author has read that it was not sent. */
const unsentRequest = ({ problem, title, words }: RefusedRequest) => html`
<div class="cp-problem" role="alert"><p>${problem}</p>
  <blockquote>${title}</blockquote>${words && html`<blockquote class="cp-words">${words}</blockquote>`}</div>`

const askedList = (asked: readonly AskedRequest[], around: PageContext) => html`
<h2>You asked for</h2>
<ul class="cp-asked">${asked.map((request) => askedItem(request, around))}</ul>`

const askedItem = (
  { title, words, name, status, reason, at, files, update }: AskedRequest,
  { address }: PageContext,
) => html`
<li data-status="${status}">
  <p class="cp-status">${requestStatuses[status]}</p>
  <h3>${title}</h3>
  <p class="cp-meta">${utcDate(at)} · ${name}</p>
  ${reason && html`<p class="cp-words">${reason}</p>`}
  ${update && html`<p><a href="${pageAddress(address, update.page)}#update-${update.ref}">${update.title}</a></p>`}
  ${
    (words || files.length > 0) &&
    html`
  <details>
    <summary>What you sent</summary>
    ${words && html`<p class="cp-words">${withLinks(words)}</p>`}
    ${files.length > 0 && html`<ul>${files.map((file) => html`<li>${file}</li>`)}</ul>`}
  </details>`
  }
</li>`
