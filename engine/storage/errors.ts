/**
 * An error of this service. The HTTP status is 400 for almost all of them; `statusCode` in the body holds the actual
 * status (docs/wire/storage.md#errors).
 */
export class StorageError extends Error {
  readonly httpStatus: number
  readonly body: { statusCode: string; error: string; message: string; code: string }

  constructor(
    statusCode: number,
    code: string,
    message: string,
    { error = code, httpStatus = 400, ...options }: ErrorOptions & { error?: string; httpStatus?: number } = {},
  ) {
    super(message, options)
    this.httpStatus = httpStatus
    this.body = { statusCode: String(statusCode), error, message, code }
  }
}

/**
 * Every error of this service, with the texts and labels of docs/wire/storage.md#errors, which are part of the wire
 * format.
 */
export const storageErrors = {
  // The request itself
  /** The message names the address within this service, because the hosted service sees no other part of it. */
  unknownRoute: ({ method, url }: { method: string; url: string }) =>
    new StorageError(404, 'InvalidRequest', `Route ${method}:${url.replace('/storage/v1', '')} not found`, {
      error: 'Not Found',
      httpStatus: 404,
    }),
  notBuilt: (feature: string) =>
    new StorageError(501, 'NotImplemented', `${feature} are not part of this service`, { httpStatus: 501 }),
  unreadableBody: (detail: string) => new StorageError(400, 'InvalidRequest', detail, { error: 'Error' }),
  bodyTooLarge: () =>
    new StorageError(413, 'InvalidRequest', 'Request body is too large', { error: 'Error', httpStatus: 413 }),
  refusedRequest: (status: number, detail: string) => new StorageError(status, 'InvalidRequest', detail),
  noContent: () => new StorageError(400, 'InvalidRequest', 'No content provided'),
  uploadBrokenOff: (cause: unknown) =>
    new StorageError(400, 'InvalidRequest', 'The upload ended before the file did', { cause }),
  invalidFileSize: () =>
    new StorageError(400, 'InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'),
  invalidRange: () =>
    new StorageError(416, 'InvalidRange', 'invalid range provided', { error: 'invalid_range', httpStatus: 416 }),
  invalidRobotsTag: (tag: string) =>
    new StorageError(400, 'InvalidRequest', `Invalid X-Robots-Tag header: ${tag}`, {
      error: 'invalid_x_robots_tag',
    }),

  // The caller
  noAuthorization: () =>
    new StorageError(400, 'InvalidRequest', "headers must have required property 'authorization'", { error: 'Error' }),
  invalidToken: (detail: string) => new StorageError(403, 'AccessDenied', detail, { error: 'Unauthorized' }),
  refusedByPolicy: () =>
    new StorageError(403, 'AccessDenied', 'new row violates row-level security policy', { error: 'Unauthorized' }),
  accessDenied: () => new StorageError(403, 'AccessDenied', 'Access denied', { error: 'Unauthorized' }),
  notServiceRole: () =>
    new StorageError(403, 'AccessDenied', 'Access denied: Invalid role', { error: 'Unauthorized', httpStatus: 403 }),

  // Signed addresses
  invalidUrlToken: (detail: string) => new StorageError(400, 'InvalidJWT', detail),
  invalidSignature: () => new StorageError(400, 'InvalidSignature', 'Invalid signature'),
  wrongScope: (scope: 'download' | 'upload') =>
    new StorageError(400, 'InvalidSignature', `Token is not scoped for ${scope}`),

  // Buckets
  noBucket: () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' }),
  invalidBucketName: () =>
    new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' }),
  bucketExists: () =>
    new StorageError(409, 'BucketAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  notEnabled: (feature: string) =>
    new StorageError(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`),
  bucketNotEmpty: () => new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),

  // Files
  noObject: () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' }),
  bytesMissing: (cause: unknown) =>
    new StorageError(404, 'NoSuchKey', 'The resource was not found', { error: 'Not found', cause }),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
  alreadyExists: () =>
    new StorageError(409, 'ResourceAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  tooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
      error: 'Payload too large',
    }),
  invalidType: (type: string) =>
    new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, { error: 'invalid_mime_type' }),
  notAPicture: (cause?: unknown) =>
    new StorageError(400, 'InvalidRequest', 'The object is not a picture that can be transformed', { cause }),
  unparsableType: () =>
    new StorageError(415, 'InvalidMimeType', 'Invalid Content-Type header', { error: 'invalid_mime_type' }),

  // The database, the file store or the machine
  tooBusy: (message: string) =>
    new StorageError(429, 'SlowDown', message, {
      error: 'too_many_connections',
      httpStatus: 429,
    }),
  /** The hosted service's error for failures of its file store. */
  storeUnavailable: (isSilent: boolean, cause: unknown) =>
    new StorageError(
      isSilent ? 504 : 503,
      'S3Error',
      isSilent
        ? 'The file storage took too long to answer; please try again'
        : 'The file storage cannot be reached; please try again',
      { httpStatus: isSilent ? 504 : 503, cause },
    ),
  relatedMissing: () => new StorageError(404, 'InvalidRequest', 'The related resource does not exist'),
  locked: () => new StorageError(423, 'ResourceLocked', 'The resource is locked'),
  invalidParameter: (detail: string) => new StorageError(400, 'InvalidParameter', detail),
  databaseReadOnly: (detail: string) => new StorageError(503, 'DatabaseReadOnly', detail),
  schemaMismatch: (detail: string) => new StorageError(503, 'DatabaseSchemaMismatch', detail),
  invalidDefinition: (detail: string) => new StorageError(503, 'InvalidObjectDefinition', detail),
  databaseTimeout: (cause: unknown) =>
    new StorageError(544, 'DatabaseTimeout', 'The database took too long', { httpStatus: 544, cause }),
  databaseUnreachable: (cause: unknown) =>
    new StorageError(503, 'ServiceUnavailable', 'The database does not answer at the moment', {
      httpStatus: 503,
      cause,
    }),
  databaseFailed: (code: string, cause: unknown) =>
    new StorageError(500, 'DatabaseError', `database error, code: ${code}`, {
      error: 'Internal',
      httpStatus: 500,
      cause,
    }),
  internal: (cause: unknown) =>
    new StorageError(500, 'InternalError', 'Internal Server Error', { error: 'Internal', httpStatus: 500, cause }),
}
