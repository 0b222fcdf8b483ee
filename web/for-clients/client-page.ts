import { askSection } from './ask-section.ts'
import type { ClientPageData, PageContext } from './client-page-data.ts'
import { monthList } from './month-page.ts'
import { pageAddress } from './page-address.ts'
import { pageFrame } from './page-frame.ts'
import { sayCounted } from './plan-month.ts'
import { projectList } from './project-list.ts'
import { type Html, html } from './safe-html.ts'
import { secretSection } from './secret-section.ts'
import { updateArticle } from './update-article.ts'
import { utcDate } from './utc-date.ts'

/** The HTML of a client page, for the server, for a static host, and for the preview in the portal. */
export function clientPage(data: ClientPageData, around: PageContext): Html {
  const { client, agency, plan, months, projects, milestones, updates, person, page } = data
  const hasAside = projects.length + milestones.length + months.length > 0
  const main = html`
    <div class="cp-intro">
      <h1>${client}</h1>
      <p>What ${agency.name} is doing for you, and how far it has come.</p>
      ${plan && html`<p class="cp-plan">${plan.plans[0]}: ${sayCounted(plan)} this month</p>`}
      ${waitingLink(data, around)}
      ${hasAside && html`<nav class="cp-jumps" aria-label="On this page">${jumps(data)}</nav>`}
    </div>
    ${secretSection(data, around)}
    ${askSection(data, around)}
    <div class="cp-columns">
      <section class="cp-updates" aria-labelledby="updates">
        <h2 id="updates">Updates</h2>
        ${updates.length === 0 && html`<p class="cp-none">There is nothing here yet. You’ll see updates as the work goes on.</p>`}
        ${updates.map((update) => updateArticle(update, { ...around, person, page }))}
        ${pageLinks(data, around)}
      </section>
      ${hasAside && html`<div class="cp-aside">${projectList(projects)}${milestoneLine(milestones)}${monthList(months, around)}</div>`}
    </div>`
  return pageFrame(data, main)
}

export const pageTitle = ({ client, agency }: Pick<ClientPageData, 'client' | 'agency'>) => `${client} | ${agency.name}`

/** Leads to the first review that waits: one on this page, or else the newest, on whichever page it is. */
function waitingLink({ waiting, page }: ClientPageData, { address }: PageContext): Html | false {
  const first = waiting.find((review) => review.page === page) ?? waiting[0]
  if (first === undefined) return false
  const href = `${first.page === page ? '' : pageAddress(address, first.page)}#update-${first.ref}`
  return html`<p><a class="cp-waiting" href="${href}">${sayWaiting(waiting.length)}</a></p>`
}

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
  ${page > 1 && html`<a href="${pageAddress(address, page - 1)}#updates" rel="prev">Newer</a>`}
  <span>Page ${page} of ${pages}</span>
  ${page < pages && html`<a href="${pageAddress(address, page + 1)}#updates" rel="next">Older</a>`}
</nav>`
