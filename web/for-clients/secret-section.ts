import type { ClientPageData, PageContext } from './client-page-data.ts'
import { type Html, html } from './safe-html.ts'
import { shortDay } from './utc-date.ts'
import type { WantedSecret } from './wanted-secret.ts'

/**
 * What the client is asked to hand over. The fields have no names, so that a browser never sends what is typed; the script
 * of the page (seal-form.ts) seals it, and only then the form can be sent.
 */
export const secretSection = ({ wanted, agency }: ClientPageData, around: PageContext): Html | false =>
  wanted.length > 0 &&
  html`
<section class="cp-secrets" aria-label="Asked for by ${agency.name}">
  ${wanted.map((secret) => secretItem(secret, agency.name, around))}
</section>`

function secretItem(secret: WantedSecret, agency: string, around: PageContext): Html {
  const { ref, label, state } = secret
  const problem = around.refusedSecret?.secret === ref ? around.refusedSecret.problem : undefined
  return html`
<div class="cp-secret" id="secret-${ref}" data-state="${state}">
  <h2>${label}</h2>
  ${problem && html`<p class="cp-problem" role="alert">${problem}</p>`}
  ${state === 'asked' && secretForm(secret, agency, around)}
  ${state === 'sent' && html`<p class="cp-words">Sent. Only ${agency} can open it.</p>`}
  ${state === 'expired' && html`<p class="cp-words">This has expired. ${agency} will ask again if it is still needed.</p>`}
</div>`
}

const secretForm = ({ ref, label, at, public_key }: WantedSecret, agency: string, { address }: PageContext) => html`
<p class="cp-meta">It is encrypted in your browser. Only ${agency} can open it. Until ${shortDay(new Date(at).toISOString().slice(0, 10))}.</p>
<noscript><p class="cp-problem">${NEEDS_SCRIPT}</p></noscript>
<form class="cp-answer cp-secret-form" method="post" action="${address}/secrets#secret-${ref}" novalidate autocomplete="off" aria-label="${label}" data-key="${public_key}" data-label="${label}">
  <input type="hidden" name="secret" value="${ref}"><input type="hidden" name="sealed">
  <label>Username <small>If there is one.</small>
    <input data-typed="username" autocomplete="off" autocapitalize="none" spellcheck="false"></label>
  <label>Password
    <input data-typed="password" type="password" autocomplete="off"></label>
  <button class="cp-show" type="button" aria-label="Show the password" aria-pressed="false">Show</button>
  <p class="cp-buttons"><button class="button button-signal" disabled>Send</button></p>
</form>`

export const NEEDS_SCRIPT = 'This needs JavaScript, so that nobody else can read what you send.'
