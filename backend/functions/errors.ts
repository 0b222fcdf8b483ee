/** A refusal or failure of the host itself, in the hosted gateway's words (functions.md §4). */
export class FunctionError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  toResponse(): Response {
    const { status, code, message } = this
    // `msg` is what the CLI's gateway calls it. The origin is open, or browsers would report a network failure
    // and the page could not see the status.
    return Response.json(
      { code, message, msg: message },
      {
        status,
        headers: {
          'sb-error-code': code,
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'sb-error-code',
        },
      },
    )
  }
}

export const functionErrors = {
  unknownFunction: () => new FunctionError(404, 'NOT_FOUND', 'Requested function was not found'),
  methodNotAllowed: () => new FunctionError(405, 'METHOD_NOT_ALLOWED', 'Method not allowed'),
  noAuthHeader: () => new FunctionError(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'),
  notBearer: () => new FunctionError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', "Auth header is not 'Bearer {token}'"),
  notJwt: () => new FunctionError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT'),
  badLegacyJwt: () => new FunctionError(401, 'UNAUTHORIZED_LEGACY_JWT', 'Invalid JWT'),
  badAsymmetricJwt: () => new FunctionError(401, 'UNAUTHORIZED_ASYMMETRIC_JWT', 'Invalid JWT'),
  unsupportedAlgorithm: (alg: unknown) =>
    new FunctionError(401, 'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM', `Unsupported JWT algorithm ${alg}`),
  bootFailed: () => new FunctionError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)'),
  noResponse: () => new FunctionError(502, 'EDGE_FUNCTION_ERROR', 'Function did not answer with a Response'),
  hostFailed: () => new FunctionError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)'),
  tooSlow: (seconds: number) =>
    new FunctionError(504, 'IDLE_TIMEOUT', `Request idle timeout limit (${seconds}s) reached`),
}

/** What the caller gets when the function threw; the cause is in the log only. */
export function handlerFailed(): Response {
  return new Response('Internal Server Error', {
    status: 500,
    headers: { 'sb-error-code': 'EDGE_FUNCTION_ERROR', 'access-control-allow-origin': '*' },
  })
}
