import { callLink } from '../lib/call-link.ts'
import { webLink } from '../lib/web-link.ts'
import type { ClientPageData, PageContext } from './client-page-data.ts'
import { projectList } from './project-list.ts'
import { type Html, html } from './safe-html.ts'
import { updateArticle } from './update-article.ts'
import { utcDate } from './utc-date.ts'

/** The HTML of a client page, for the server, for a static host, and for the preview in the portal. */
export function clientPage(data: ClientPageData, around: PageContext): Html {
  const { client, agency, projects, milestones, updates } = data
  const waiting = updates.filter(({ type, answer }) => type === 'review' && answer === null)
  const hasAside = projects.length > 0 || milestones.length > 0
  return html`
<div class="client-page">
  <a class="skip-link" href="#content">Skip to content</a>
  <header class="cp-head">
    ${logo(agency.logo_url)}
    <p class="cp-agency">${agency.name}</p>
  </header>
  <main id="content" tabindex="-1">
    <div class="cp-intro">
      <h1>${client}</h1>
      <p>What ${agency.name} is doing for you, and how far it has come.</p>
      ${waiting.length > 0 && html`<p><a class="cp-waiting" href="#update-${waiting[0]?.ref}">${sayWaiting(waiting.length)}</a></p>`}
      ${hasAside && html`<nav class="cp-jumps" aria-label="On this page">${jumps(data)}</nav>`}
    </div>
    <div class="cp-columns">
      <section class="cp-updates" aria-labelledby="updates">
        <h2 id="updates">Updates</h2>
        ${updates.length === 0 && html`<p class="cp-none">There is nothing here yet. You’ll see updates as the work goes on.</p>`}
        ${updates.map((update) => updateArticle(update, around))}
        ${pageLinks(data, around)}
      </section>
      ${hasAside && html`<div class="cp-aside">${projectList(projects)}${milestoneLine(milestones)}</div>`}
    </div>
  </main>
  ${foot(data)}
</div>`
}

const sayWaiting = (count: number) =>
  count === 1 ? 'One update is waiting for your answer' : `${count} updates are waiting for your answer`

const jumps = ({ projects, milestones }: ClientPageData) => [
  html`<a href="#updates">Updates</a>`,
  ...(projects.length > 0 ? [html`<a href="#projects">Projects</a>`] : []),
  ...(milestones.length > 0 ? [html`<a href="#milestones">Milestones</a>`] : []),
]

function logo(typed: string | null): Html | undefined {
  const address = webLink(typed ?? '')
  return address === undefined
    ? undefined
    : html`<img class="cp-logo" src="${address}" alt="" width="48" height="48" referrerpolicy="no-referrer">`
}

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

/** The agency's phone number as a link, or as text if it cannot be dialed. */
function phoneOf(typed: string): Html | string {
  const link = callLink(typed)
  return link === undefined ? typed : html`<a href="${link}">${typed}</a>`
}

function foot({ agency, expires_at }: ClientPageData): Html {
  const { name, email, phone, website_url } = agency
  const website = webLink(website_url ?? '')
  const ways = [
    email && html`<li><a href="mailto:${email}">${email}</a></li>`,
    phone && html`<li>${phoneOf(phone)}</li>`,
    website && html`<li><a href="${website}" rel="noopener noreferrer">${new URL(website).host}</a></li>`,
  ].filter((way) => typeof way === 'object' && way !== null)
  return html`
<footer class="cp-foot">
  <div>
    <h2>${ways.length > 0 ? 'Questions?' : name}</h2>
    ${ways.length > 0 && html`<p>${name}</p><ul>${ways}</ul>`}
  </div>
  <p class="cp-private">This page is for you alone: whoever has its address can read it. It is there until ${utcDate(expires_at)}.</p>
</footer>`
}
