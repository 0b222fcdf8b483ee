import { AuthError, failed } from 'engine/feature'

/** The errors of a failing hook, in GoTrue's words. */
export const hookErrors = {
  failed: (cause: unknown) => failed('Error running hook', cause),
  timeout: (seconds: number, cause: unknown) =>
    new AuthError(422, 'hook_timeout', `Failed to reach hook within maximum time of ${seconds.toFixed(6)} seconds`, {
      cause,
    }),
  unreachable: (cause: unknown) =>
    new AuthError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries', { cause }),
  unavailable: () => failed('Service currently unavailable due to hook'),
  answered: (message: string, cause?: unknown) => failed(message, cause),
  contentType: (message: string) => new AuthError(400, 'hook_payload_invalid_content_type', message),
  answerTooLarge: (bytes: number) =>
    new AuthError(422, 'hook_payload_over_size_limit', `Payload size exceeded size limit of ${bytes} bytes`),
  refused: ({ http_code, message }: { http_code: number; message: string }) =>
    new AuthError(http_code, http_code >= 500 ? 'unexpected_failure' : 'unknown', message),
}
