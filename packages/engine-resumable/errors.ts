import { FileMissing, type Protocol, SessionEnded, StorageError, toStorageError } from 'engine/feature'

const refusal = (status: number, code: string, message: string) =>
  new StorageError(status, code, message, { httpStatus: status })

/**
 * The errors of resumable uploads. Their HTTP statuses are the actual ones, and their texts those of the tus server.
 */
export const uploadErrors = {
  noVersion: () => refusal(412, 'InvalidRequest', 'Tus-Resumable Required'),
  noSignature: () => refusal(400, 'InvalidRequest', 'Missing x-signature header'),
  noLength: () => refusal(400, 'InvalidRequest', 'Upload-Length or Upload-Defer-Length header required'),
  otherLength: () => refusal(400, 'InvalidRequest', 'Upload-Length does not change once it is known'),
  invalidHeader: (name: string) => refusal(400, 'InvalidRequest', `${name} must be a count of bytes`),
  invalidMetadata: (detail: string) => refusal(400, 'InvalidRequest', `Upload-Metadata is invalid: ${detail}`),
  noConcatenation: () => refusal(501, 'InvalidRequest', 'Concatenation extension is not supported'),
  noOffset: () => refusal(400, 'InvalidRequest', 'Upload-Offset header required'),
  noBytes: () => refusal(415, 'InvalidRequest', 'Content-Type must be application/offset+octet-stream'),
  otherOffset: () => refusal(409, 'OffsetConflict', 'Upload-Offset conflict'),
  tooLarge: () => refusal(413, 'EntityTooLarge', 'Maximum size exceeded'),
  noUpload: () => refusal(404, 'NoSuchUpload', 'The file for this url was not found'),
  expired: () => refusal(410, 'NoSuchUpload', 'The file for this url no longer exists'),
}

/** Whether another request has continued the upload meanwhile, which is no fault of the file. */
export const isOtherOffset = (error: unknown) => error instanceof StorageError && error.body.code === 'OffsetConflict'

/** The statuses of a locked row and of too many requests, which pass. */
const passingStatuses: readonly number[] = [423, 429]

/**
 * Whether an error is permanent: a file that was rejected for its content or target will be rejected again. After
 * another sign-in the upload may continue, and a missing part may reappear.
 */
export function isPermanent(error: unknown): boolean {
  if (error instanceof SessionEnded || error instanceof FileMissing || isOtherOffset(error)) return false
  const status = Number(toStorageError(error).body.statusCode)
  return status < 500 && !passingStatuses.includes(status)
}

/** The tus protocol: bytes arrive in sequence, and clients learn nothing of others' uploads. */
export const tus: Protocol = {
  name: 'tus',
  isInOrder: true,
  notFound: uploadErrors.noUpload,
  movedOn: uploadErrors.otherOffset,
}
