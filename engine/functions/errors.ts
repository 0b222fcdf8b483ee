import type { Answer } from './host/answer.ts'

/** An error of the host itself, in the hosted gateway's words (docs/wire/functions.md#the-gateway). */
export class FunctionError extends Error {
  readonly status: number
  readonly code: string
  /** Whether the server failed to run an existing function: a relay error in the client's terms. */
  readonly isFault: boolean
  constructor(status: number, code: string, message: string, { isFault = false } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.isFault = isFault
  }

  toAnswer(): Answer {
    const { status, code, message, isFault } = this
    const relayError: Answer['headers'] = isFault ? [['x-relay-error', 'true']] : []
    return {
      status,
      statusText: '',
      // Any origin is allowed, because otherwise browsers would report a network failure instead of the status.
      headers: [
        ['content-type', 'application/json'],
        ['sb-error-code', code],
        ['access-control-allow-origin', '*'],
        ['access-control-expose-headers', 'sb-error-code, x-relay-error'],
        ...relayError,
      ],
      // The CLI's gateway calls the message `msg`.
      body: Buffer.from(JSON.stringify({ code, message, msg: message })),
    }
  }
}

const fault = { isFault: true }

export const functionErrors = {
  unknownFunction: () => new FunctionError(404, 'NOT_FOUND', 'Requested function was not found'),
  methodNotAllowed: () => new FunctionError(405, 'METHOD_NOT_ALLOWED', 'Method not allowed'),
  bodyTooLarge: (limit: number) =>
    new FunctionError(413, 'PAYLOAD_TOO_LARGE', `Request body is larger than ${limit} bytes`),
  noAuthHeader: () => new FunctionError(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'),
  notBearer: () => new FunctionError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', "Auth header is not 'Bearer {token}'"),
  notJwt: () => new FunctionError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT'),
  badLegacyJwt: () => new FunctionError(401, 'UNAUTHORIZED_LEGACY_JWT', 'Invalid JWT'),
  badAsymmetricJwt: () => new FunctionError(401, 'UNAUTHORIZED_ASYMMETRIC_JWT', 'Invalid JWT'),
  unsupportedAlgorithm: (alg: unknown) =>
    new FunctionError(401, 'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM', `Unsupported JWT algorithm ${alg}`),
  bootFailed: () => new FunctionError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)', fault),
  noResponse: () => new FunctionError(502, 'EDGE_FUNCTION_ERROR', 'Function did not answer with a Response'),
  hostFailed: () =>
    new FunctionError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)', fault),
  outOfResources: () =>
    new FunctionError(
      546,
      'WORKER_RESOURCE_LIMIT',
      'Function failed due to not having enough compute resources (please check logs)',
      fault,
    ),
  tooSlow: (seconds: number) =>
    new FunctionError(504, 'IDLE_TIMEOUT', `Request idle timeout limit (${seconds}s) reached`, fault),
}

/** The response when the function threw an error, whose cause is only logged. */
export const handlerFailed = (): Answer => ({
  status: 500,
  statusText: '',
  headers: [
    ['content-type', 'text/plain;charset=UTF-8'],
    ['sb-error-code', 'EDGE_FUNCTION_ERROR'],
    ['access-control-allow-origin', '*'],
  ],
  body: Buffer.from('Internal Server Error'),
})
