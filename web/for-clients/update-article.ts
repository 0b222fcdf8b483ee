import { answerForm } from './answer-form.ts'
import type { PageContext, ShownFile, ShownUpdate } from './client-page-data.ts'
import { type Html, html, withLinks } from './safe-html.ts'
import { utcDate } from './utc-date.ts'

const kinds: Record<ShownUpdate['type'], string | undefined> = {
  progress: undefined,
  general: undefined,
  milestone: 'Milestone',
  review: 'Your review',
  delivery: 'Delivery',
}

export function updateArticle(update: ShownUpdate, around: PageContext): Html {
  const { ref, project, title, content, type, is_milestone, at, edited_at, files, answer } = update
  const kind = kinds[type] ?? (is_milestone ? 'Milestone' : undefined)
  return html`
<article class="cp-update" id="update-${ref}" aria-labelledby="title-${ref}">
  <header>
    <p class="cp-meta">${utcDate(at)} · ${project}${edited_at && html` · Edited ${utcDate(edited_at)}`}</p>
    ${kind && html`<p class="cp-kind" data-kind="${kind}">${kind}</p>`}
    <h3 id="title-${ref}">${title}</h3>
  </header>
  <p class="cp-words">${withLinks(content)}</p>
  ${fileList(files, title, around)}
  ${type === 'review' && (answer ? html`${lateAnswer(update, around)}${givenAnswer(answer)}` : answerForm(update, around))}
</article>`
}

const isPicture = ({ type }: ShownFile) => type.startsWith('image/')

function fileList(files: readonly ShownFile[], title: string, { address }: PageContext): Html | false {
  if (files.length === 0) return false
  const at = ({ ref }: ShownFile) => `${address}/files/${ref}`
  const pictures = files.filter(isPicture)
  return html`
<div class="cp-files" role="group" aria-label="Files of ${title}">
  ${
    pictures.length > 0 &&
    html`<ul class="cp-pictures">${pictures.map(
      (file) => html`
    <li><a href="${at(file)}"><img src="${at(file)}?small" alt="${file.name}" loading="lazy" decoding="async"></a></li>`,
    )}</ul>`
  }
  <ul class="cp-list">${files.map(
    (file) => html`
    <li><span>${file.name} <small>${size(file)}</small></span>
      ${canBeShown(file) && html`<a href="${at(file)}" aria-label="Open ${file.name}">Open</a>`}
      <a href="${at(file)}?download" download aria-label="Download ${file.name}">Download</a></li>`,
  )}</ul>
</div>`
}

const canBeShown = (file: ShownFile) => isPicture(file) || file.type === 'application/pdf'

/** Formats the size of a file: '240 KB', '3.1 MB'. */
const size = ({ size }: ShownFile) =>
  size < 1_000_000 ? `${Math.max(1, Math.round(size / 1000))} KB` : `${(size / 1_000_000).toFixed(1)} MB`

/**
 * The note for a client whose colleague has answered meanwhile: the typed answer is kept until its author has read that.
 */
const lateAnswer = ({ ref }: ShownUpdate, { refused }: PageContext) =>
  refused?.update === ref &&
  html`<div class="cp-problem" role="alert"><p>${refused.problem}</p>${refused.comment && html`<blockquote>${refused.comment}</blockquote>`}</div>`

const givenAnswer = ({ answer, comment, name, at }: NonNullable<ShownUpdate['answer']>) => html`
<div class="cp-answered" data-answer="${answer}">
  <p><strong>${answer === 'approved' ? 'Approved' : 'Changes asked for'}</strong> by ${name}, ${utcDate(at)}</p>
  ${comment && html`<blockquote>${comment}</blockquote>`}
</div>`
