/** An error whose body already has the answering service's format. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(statusCode: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(typeof body.message === 'string' ? body.message : `HTTP ${statusCode}`)
    this.statusCode = statusCode
    this.body = body
    this.headers = headers
  }
}
