import { askSection } from './ask-section.ts'
import type { ClientPageData, PageContext } from './client-page-data.ts'
import { monthList } from './month-page.ts'
import { pageFrame } from './page-frame.ts'
import { sayCounted } from './plan-month.ts'
import { projectList } from './project-list.ts'
import { type Html, html } from './safe-html.ts'
import { secretSection } from './secret-section.ts'
import { updateArticle } from './update-article.ts'
import { utcDate } from './utc-date.ts'

/** The HTML of a client page, for the server, for a static host, and for the preview in the portal. */
export function clientPage(data: ClientPageData, around: PageContext): Html {
  const { client, agency, plan, months, projects, milestones, updates } = data
  const waiting = updates.filter(({ type, answer }) => type === 'review' && answer === null)
  const hasAside = projects.length + milestones.length + months.length > 0
  const main = html`
    <div class="cp-intro">
      <h1>${client}</h1>
      <p>What ${agency.name} is doing for you, and how far it has come.</p>
      ${plan && html`<p class="cp-plan">${plan.plans[0]}: ${sayCounted(plan)} this month</p>`}
      ${waiting.length > 0 && html`<p><a class="cp-waiting" href="#update-${waiting[0]?.ref}">${sayWaiting(waiting.length)}</a></p>`}
      ${hasAside && html`<nav class="cp-jumps" aria-label="On this page">${jumps(data)}</nav>`}
    </div>
    ${secretSection(data, around)}
    ${askSection(data, around)}
    <div class="cp-columns">
      <section class="cp-updates" aria-labelledby="updates">
        <h2 id="updates">Updates</h2>
        ${updates.length === 0 && html`<p class="cp-none">There is nothing here yet. You’ll see updates as the work goes on.</p>`}
        ${updates.map((update) => updateArticle(update, { ...around, person: data.person }))}
        ${pageLinks(data, around)}
      </section>
      ${hasAside && html`<div class="cp-aside">${projectList(projects)}${milestoneLine(milestones)}${monthList(months, around)}</div>`}
    </div>`
  return pageFrame(data, main)
}

export const pageTitle = ({ client, agency }: Pick<ClientPageData, 'client' | 'agency'>) => `${client} | ${agency.name}`

const sayWaiting = (count: number) =>
  count === 1 ? 'One update is waiting for your answer' : `${count} updates are waiting for your answer`

const jumps = ({ projects, milestones, months }: ClientPageData) => [
  html`<a href="#updates">Updates</a>`,
  ...(projects.length > 0 ? [html`<a href="#projects">Projects</a>`] : []),
  ...(milestones.length > 0 ? [html`<a href="#milestones">Milestones</a>`] : []),
  ...(months.length > 0 ? [html`<a href="#months">Months</a>`] : []),
]

const milestoneLine = (milestones: ClientPageData['milestones']) =>
  milestones.length > 0 &&
  html`
<section class="cp-milestones" aria-labelledby="milestones">
  <h2 id="milestones">Milestones</h2>
  <ol>${milestones.map(({ title, at }) => html`<li>${utcDate(at)}<span>${title}</span></li>`)}</ol>
</section>`

const pageLinks = ({ page, pages }: ClientPageData, { address }: PageContext) =>
  pages > 1 &&
  html`
<nav class="cp-pages" aria-label="Pages of updates">
  ${page > 1 && html`<a href="${address}?page=${page - 1}#updates" rel="prev">Newer</a>`}
  <span>Page ${page} of ${pages}</span>
  ${page < pages && html`<a href="${address}?page=${page + 1}#updates" rel="next">Older</a>`}
</nav>`
