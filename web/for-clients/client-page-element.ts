import { parseProject } from '../lib/supabase-project.ts'
import { tokenInLink } from '../lib/token-in-link.ts'
import type { ElementAttributes } from '../ui/page-element.ts'
import { type CallForClient, clientApi } from './client-api.ts'
import { clientPage, pageTitle } from './client-page.ts'
import type { PageContext } from './client-page-data.ts'
import { ANSWER_NOT_STORED, unavailablePage } from './client-page-errors.ts'
import { loadFiles } from './load-files.ts'
import { monthPage, monthTitle } from './month-page.ts'
import { monthIn, pageNumber } from './page-address.ts'
import { REQUEST_NOT_STORED } from './refused-request.ts'
import { clearTyped, isSealing, letSend, prepareSealing, sealForm } from './seal-form.ts'
import { showProblem } from './show-problem.ts'
import { SECRET_NOT_SENT } from './wanted-secret.ts'

/**
 * Renders a client page on a static host with hosted Supabase. The function `for-client` gives it the data that the server
 * would put into the page, and the templates are the same.
 */
class ClientPage extends HTMLElement {
  connectedCallback() {
    const [, named = ''] = /^\/for\/(.+)$/.exec(location.pathname) ?? []
    const token = tokenInLink(named)
    if (this.childElementCount > 0 || token === undefined) return this.#seal()
    if (token !== named) history.replaceState(null, '', `/for/${token}${location.search}${location.hash}`)
    void this.#fill(token)
  }

  /** On a page that the server has filled, only what has to be sealed needs a script. */
  #seal() {
    prepareSealing(this)
    for (const form of this.querySelectorAll('form')) {
      if (!isSealing(form)) continue
      form.addEventListener('submit', async (event) => {
        event.preventDefault()
        if (!(await sealForm(form))) return
        clearTyped(form)
        form.submit()
      })
    }
  }

  async #fill(token: string) {
    try {
      const response = await fetch('/config.json')
      const ask = clientApi(parseProject(await response.json()), token, addressQuery().has('preview'))
      await this.#show(ask)
    } catch {
      // The inserted HTML is safe, since it is a constant text.
      this.innerHTML = unavailablePage().text
    }
  }

  async #show(ask: CallForClient, sent: Omit<PageContext, 'address'> = {}) {
    const shown = await read(ask, sent)
    if (!shown) return location.replace('/404')
    document.title = shown.title
    const written = document.createElement('template')
    // The inserted HTML is safe, since the templates of the pages escape all values.
    written.innerHTML = shown.page.text
    loadFiles(written.content, ask)
    this.replaceChildren(written.content)
    prepareSealing(this)
    for (const form of this.querySelectorAll('form')) {
      form.addEventListener('submit', (event) => void this.#send(event, form, ask))
    }
  }

  async #send(event: SubmitEvent, form: HTMLFormElement, ask: CallForClient) {
    event.preventDefault()
    if (isSealing(form) && !(await sealForm(form))) return
    const { send, failure } = sendingOf(form, ask)
    try {
      const sent = await send(new FormData(form, event.submitter))
      if (isSealing(form)) clearTyped(form)
      await this.#show(ask, sent)
    } catch {
      showProblem(form, failure)
      if (isSealing(form)) letSend(form)
    }
  }
}

/** Where a form is sent, and what is said if that fails. */
function sendingOf(form: HTMLFormElement, ask: CallForClient) {
  if (isSealing(form)) return { send: ask.handOver, failure: SECRET_NOT_SENT }
  if (form.classList.contains('cp-ask')) return { send: ask.request, failure: REQUEST_NOT_STORED }
  const answer = async (given: FormData) => ({ refused: await ask.answer(given) })
  return { send: answer, failure: ANSWER_NOT_STORED }
}

const addressQuery = () => new URLSearchParams(location.search)

/** The page that the address names, of a month or of the client; undefined if the link is not valid. */
async function read(ask: CallForClient, sent: Omit<PageContext, 'address'>) {
  const [query, address] = [addressQuery(), location.pathname]
  const month = monthIn(query)
  if (month !== null) {
    const data = await ask.month(month)
    return data && { title: monthTitle(data), page: monthPage(data, { address }) }
  }
  const data = await ask.page(pageNumber(query))
  return data && { title: pageTitle(data), page: clientPage(data, { address, ...sent }) }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'client-page': ElementAttributes<ClientPage>
    }
  }
}

customElements.define('client-page', ClientPage)
