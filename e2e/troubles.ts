import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/**
 * What a page must not do unnoticed: write to console.error, throw, fail a request, or ask another origin for anything.
 * A test that provokes such a thing on purpose says so beforehand with `expectTrouble`.
 */
export class Troubles {
  /**
   * Where the people of the tests have their pictures: the one place elsewhere that pages may ask. There is no such place.
   * Whoever answered in its stead would have to be asked about every call, and the browser would keep nothing it has loaded.
   */
  static readonly pictures = 'https://pictures.test'

  readonly #expected: RegExp[] = []
  readonly #seen: string[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @param line how it would be listed, e.g. `400 POST /auth/v1/token` or `failed GET /rest/v1/clients` */
  expectTrouble(line: string | RegExp): void {
    this.#expected.push(typeof line === 'string' ? new RegExp(`^${RegExp.escape(line)}`) : line)
  }

  /** Everything that happened and was not announced; a request is named by status (or `failed`), method and path. */
  unexpected(): string[] {
    return this.#seen.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#console(message))
    context.on('weberror', (thrown) => this.#seen.push(`thrown ${thrown.error().message}`))
    context.on('request', (request) => this.#request(request))
    context.on('requestfailed', (request) => this.#failure(request))
    context.on('response', (response) => {
      if (response.status() >= 400) this.#seen.push(`${response.status()} ${this.#name(response.request())}`)
    })
  }

  #console(message: ConsoleMessage): void {
    // The browser's own line about a failed request: the request itself is listed, with more to say.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      this.#seen.push(`console.error ${message.text()}`)
    }
  }

  #request(request: Request): void {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== this.#origin && !isPicture(request))
      this.#seen.push(`foreign ${request.url()}`)
  }

  #failure(request: Request): void {
    const reason = request.failure()?.errorText
    // Cancelled by leaving the page or by the page itself: nobody was waiting for it any more.
    if (reason !== 'net::ERR_ABORTED' && !isPicture(request)) this.#seen.push(`failed ${this.#name(request)} ${reason}`)
  }

  #name(request: Request): string {
    const { pathname, search } = new URL(request.url())
    return `${request.method()} ${pathname}${search}`
  }
}

const isPicture = (request: Request) => new URL(request.url()).origin === Troubles.pictures
