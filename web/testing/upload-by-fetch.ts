/**
 * The part of XMLHttpRequest that an upload needs, implemented by `fetch`, so that a fake backend answers the upload.
 */
export class UploadByFetch {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  statusText = ''
  response: Blob | null = null
  responseText = ''
  onload = () => {}
  onerror = () => {}
  readonly #headers = new Headers()
  #answered = new Headers()
  #method = ''
  #url = ''

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name)
  }

  async send(body: BodyInit | null): Promise<void> {
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    try {
      const response = await fetch(this.#url, { method: this.#method, headers: this.#headers, body })
      this.status = response.status
      this.#answered = response.headers
      this.response = await response.blob()
      this.responseText = await this.response.text()
    } catch {
      return this.onerror()
    }
    this.onload()
  }
}
