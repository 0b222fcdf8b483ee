import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/**
 * Collects errors of a page: console.error, exceptions, failed requests, requests to other origins. A test that causes
 * one on purpose announces it with `expectError`.
 */
export class PageErrors {
  /**
   * The host of test people's pictures, the only other origin that pages may request. It does not exist: intercepting
   * its requests would route every call through the test and disable the browser's cache.
   */
  static readonly pictures = 'https://pictures.test'

  readonly #expected: RegExp[] = []
  readonly #seen: string[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @param line as listed, e.g. `400 POST /auth/v1/token` or `failed GET /rest/v1/clients` */
  expectError(line: string | RegExp): void {
    this.#expected.push(typeof line === 'string' ? new RegExp(`^${RegExp.escape(line)}`) : line)
  }

  /** Returns the errors that were not announced; a request is listed by status (or `failed`), method and path. */
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
    // The browser's messages about failed requests are skipped, since these are listed with more detail already.
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
    // Canceled requests, by navigation or by the page itself, are no errors.
    if (reason !== 'net::ERR_ABORTED' && !isPicture(request)) this.#seen.push(`failed ${this.#name(request)} ${reason}`)
  }

  #name(request: Request): string {
    const { pathname, search } = new URL(request.url())
    return `${request.method()} ${pathname}${search}`
  }
}

const isPicture = (request: Request) => new URL(request.url()).origin === PageErrors.pictures
