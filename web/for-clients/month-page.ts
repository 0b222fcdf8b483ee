import type { PageContext } from './client-page-data.ts'
import type { MonthContent, MonthItem, MonthPageData } from './month-data.ts'
import { monthBefore, monthName, sayChange, sayNumber } from './month-words.ts'
import { pageFrame } from './page-frame.ts'
import { sayCounted } from './plan-month.ts'
import { statusWords } from './project-list.ts'
import { type Html, html, withLinks } from './safe-html.ts'
import { shortDay, utcDate } from './utc-date.ts'

/** The HTML of a client's month, for the server, for a static host, and for the preview in the portal. */
export function monthPage({ content, ...head }: MonthPageData, { address }: Pick<PageContext, 'address'>): Html {
  const main = html`
    <div class="cp-intro">
      <h1>${content ? monthName(content.month) : 'No such month'}</h1>
      ${content ? intro(head, content) : html`<p>There is nothing here for that month.</p>`}
    </div>
    ${content && html`<div class="cp-sheet">${sections(content)}</div>`}
    <nav class="cp-back" aria-label="More"><a href="${address}">Back to your page</a></nav>`
  return pageFrame(head, main, 'cp-month')
}

export const monthTitle = ({ content, client, agency }: MonthPageData) =>
  [...(content ? [monthName(content.month)] : []), client, agency.name].join(' | ')

/** The list of a client's months that were mailed, for their page. */
export const monthList = (months: readonly string[], { address }: Pick<PageContext, 'address'>) =>
  months.length > 0 &&
  html`
<section class="cp-months" aria-labelledby="months">
  <h2 id="months">Months</h2>
  <ul>${months.map((month) => html`<li><a href="${address}?month=${month}">${monthName(month)}</a></li>`)}</ul>
</section>`

const intro = ({ client, agency }: Pick<MonthPageData, 'client' | 'agency'>, { is_over }: MonthContent) =>
  html`<p>What ${agency.name} did for ${client}${!is_over && ', so far'}.</p>`

function sections(content: MonthContent): Html[] {
  const { delivered, milestones, answers, plan, words } = content
  const isQuiet = delivered.length + milestones.length + answers.length === 0
  const parts = [
    words !== null && html`<section aria-label="In short">${written(content, 'words')}</section>`,
    isQuiet && html`<p class="cp-none">Nothing happened in this month${!content.is_over && ' yet'}.</p>`,
    numbers(content),
    plan && html`<p class="cp-plan">${plan.plans[0]}: ${sayCounted(plan)}</p>`,
    list(
      'Delivered',
      delivered,
      content.more_delivered,
      ({ project, type }) => ` · ${project}${type === 'review' ? ' · Your review' : ''}`,
    ),
    list('Milestones', milestones, content.more_milestones, () => ''),
    list(
      'Your answers',
      answers,
      content.more_answers,
      ({ answer, name }) => ` · ${answer === 'approved' ? 'Approved' : 'Changes asked for'} by ${name}`,
    ),
    next(content),
  ]
  return parts.filter((part) => part instanceof Object)
}

const written = (content: MonthContent, part: 'words' | 'what_next') =>
  html`<p class="cp-words">${withLinks(content[part] ?? '')}</p>${editedNote(content, part)}`

/** Says that a part is not as it was mailed. */
const editedNote = ({ edited, edited_at }: MonthContent, part: MonthContent['edited'][number]) =>
  edited.includes(part) && edited_at !== null && html`<p class="cp-meta">Edited ${utcDate(edited_at)}</p>`

const numbers = (content: MonthContent) =>
  (content.numbers.length > 0 || content.edited.includes('numbers')) &&
  html`
<section aria-labelledby="numbers">
  <h2 id="numbers">In numbers</h2>
  <dl class="cp-numbers">${content.numbers.map(
    ({ name, value, change }) =>
      html`<div><dt>${name}</dt> <dd>${sayNumber(value)}${change !== null && html`<span>, ${sayChange(change)}</span>`}</dd></div>`,
  )}</dl>
  ${content.numbers.some(({ change }) => change !== null) && html`<p class="cp-meta">Compared with ${monthBefore(content.month)}</p>`}
  ${editedNote(content, 'numbers')}
</section>`

function list<Item extends MonthItem>(
  title: string,
  items: readonly Item[],
  more: number,
  about: (item: Item) => string,
): Html | false {
  const id = title.toLowerCase().replace(' ', '-')
  return (
    items.length > 0 &&
    html`
<section aria-labelledby="${id}">
  <h2 id="${id}">${title}</h2>
  <ul class="cp-items">${items.map(
    (item) =>
      html`
    <li><strong>${item.title}</strong> <span class="cp-meta">${utcDate(item.at)}${about(item)}${item.edited_at !== undefined && html` · Edited ${utcDate(item.edited_at)}`}</span></li>`,
  )}</ul>
  ${more > 0 && html`<p class="cp-meta">And ${more} more on your page</p>`}
</section>`
  )
}

function next(content: MonthContent): Html | false {
  const { what_next, reviews, projects, edited } = content
  const lines = [
    ...reviews.map(
      ({ title, answer_by }) =>
        html`<li><strong>${title}</strong> <span class="cp-meta">waits for your answer${answer_by !== null && ` by ${shortDay(answer_by)}`}</span></li>`,
    ),
    ...projects.map(
      ({ name, status }) => html`<li><strong>${name}</strong> <span class="cp-meta">${statusWords[status]}</span></li>`,
    ),
  ]
  if (what_next === null && lines.length === 0 && !edited.includes('what_next')) return false
  return html`
<section aria-labelledby="next">
  <h2 id="next">What comes next</h2>
  ${what_next === null ? editedNote(content, 'what_next') : written(content, 'what_next')}
  ${lines.length > 0 && html`<ul class="cp-items">${lines}</ul>`}
</section>`
}
