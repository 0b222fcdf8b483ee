import { callLink } from '../lib/call-link.ts'
import { webLink } from '../lib/web-link.ts'
import { privacyLink } from '../site/layout/links.ts'
import type { PageHead } from './client-page-data.ts'
import { type Html, html } from './safe-html.ts'
import { utcDate } from './utc-date.ts'

/** The frame of every page for a client: the agency above the content, and how to reach it below. */
export const pageFrame = (head: PageHead, main: Html, kind = '') => html`
<div class="client-page ${kind}">
  <a class="skip-link" href="#content">Skip to content</a>
  <header class="cp-head">
    ${logo(head.agency.logo_url)}
    <p class="cp-agency">${head.agency.name}</p>
  </header>
  <main id="content" tabindex="-1">${main}
  </main>
  ${foot(head)}
</div>`

function logo(typed: string | null): Html | undefined {
  const address = webLink(typed ?? '')
  return address === undefined
    ? undefined
    : html`<img class="cp-logo" src="${address}" alt="" width="48" height="48" referrerpolicy="no-referrer">`
}

/** The agency's phone number as a link, or as text if it cannot be dialed. */
function phoneOf(typed: string): Html | string {
  const link = callLink(typed)
  return link === undefined ? typed : html`<a href="${link}">${typed}</a>`
}

function foot({ agency, expires_at }: PageHead): Html {
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
  <p class="cp-private">This page is for you alone: whoever has its address can read it. It is there until ${utcDate(expires_at)}. <a href="${privacyLink}">Privacy</a></p>
</footer>`
}
