class DenoError extends Error {
  override readonly name = this.constructor.name
}
class NotFound extends DenoError {}
class AlreadyExists extends DenoError {}
class PermissionDenied extends DenoError {}

export const errors = Object.freeze({ NotFound, AlreadyExists, PermissionDenied })

const byCode = new Map([
  ['ENOENT', NotFound],
  ['EEXIST', AlreadyExists],
  ['EACCES', PermissionDenied],
  ['EPERM', PermissionDenied],
])

/** The `Deno` error for an error of Node. */
export function asDenoError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const Kind = byCode.get(String(error.code))
  return Kind ? new Kind(error.message, { cause: error }) : error
}

/** Whether the error says that the file does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
