import { parseProject } from '../lib/supabase-project.ts'
import type { ElementAttributes } from '../ui/page-element.ts'
import { type CallForClient, clientApi } from './client-api.ts'
import { clientPage } from './client-page.ts'
import type { RefusedAnswer } from './client-page-data.ts'
import { ANSWER_NOT_STORED, unavailablePage } from './client-page-errors.ts'
import { loadFiles } from './load-files.ts'
import { html } from './safe-html.ts'

/**
 * Renders a client page on a static host with hosted Supabase. The function `for-client` gives it the data that the server
 * would put into the page, and the templates are the same.
 */
class ClientPage extends HTMLElement {
  connectedCallback() {
    const [, token] = /^\/for\/([\w-]+)\/?$/.exec(location.pathname) ?? []
    if (this.childElementCount === 0 && token) void this.#fill(token)
  }

  async #fill(token: string) {
    try {
      const response = await fetch('/config.json')
      const ask = clientApi(parseProject(await response.json()), token)
      await this.#show(ask)
    } catch {
      // The inserted HTML is safe, since it is a constant text.
      this.innerHTML = unavailablePage().text
    }
  }

  async #show(ask: CallForClient, refused?: RefusedAnswer) {
    const page = Number(new URLSearchParams(location.search).get('page') ?? 1)
    const data = await ask.page(page)
    if (!data) return location.replace('/404')
    document.title = `${data.client} | ${data.agency.name}`
    const written = document.createElement('template')
    // The inserted HTML is safe, since clientPage escapes all values.
    written.innerHTML = clientPage(data, { address: location.pathname, refused }).text
    loadFiles(written.content, ask)
    this.replaceChildren(written.content)
    for (const form of this.querySelectorAll('form')) {
      form.addEventListener('submit', (event) => void this.#answer(event, form, ask))
    }
  }

  async #answer(event: SubmitEvent, form: HTMLFormElement, ask: CallForClient) {
    event.preventDefault()
    try {
      await this.#show(ask, await ask.answer(new FormData(form, event.submitter)))
    } catch {
      form.querySelector('.cp-problem')?.remove()
      // The inserted HTML is safe, since it is a constant text.
      form.insertAdjacentHTML('afterbegin', html`<p class="cp-problem" role="alert">${ANSWER_NOT_STORED}</p>`.text)
    }
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'client-page': ElementAttributes<ClientPage>
    }
  }
}

customElements.define('client-page', ClientPage)
