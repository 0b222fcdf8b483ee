import { type Protocol, StorageError } from 'engine/feature'

const refusal = (status: number, code: string, message: string) => new StorageError(status, code, message)

/** Errors that only the S3 protocol has, with S3's codes and messages. */
export const s3Errors = {
  unsigned: () => refusal(403, 'AccessDenied', 'The request is not signed by AWS Signature Version 4'),
  signatureMalformed: () =>
    refusal(400, 'AuthorizationHeaderMalformed', 'The signature is not of the form that AWS4-HMAC-SHA256 has'),
  unknownKey: () => refusal(403, 'InvalidAccessKeyId', 'The access key id is not known here'),
  wrongSignature: () =>
    refusal(403, 'SignatureDoesNotMatch', 'The signature is not the one that the request and the key lead to'),
  unsignedHeaders: () =>
    refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed'),
  skewed: () => refusal(403, 'RequestTimeTooSkewed', 'The request is from another time than the server’s'),
  expired: () => refusal(403, 'AccessDenied', 'Request has expired'),
  wrongHash: () => refusal(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed'),
  malformedChunks: () => refusal(400, 'InvalidRequest', 'The body is not in chunks as its headers say'),
  malformedXml: () => refusal(400, 'MalformedXML', 'The XML is not what this request takes'),
  invalidArgument: (message: string) => refusal(400, 'InvalidArgument', message),
  noUpload: () => refusal(404, 'NoSuchUpload', 'The upload does not exist, or is over'),
  invalidPart: () => refusal(400, 'InvalidPart', 'A part is not there, or is another one than its ETag says'),
  invalidPartOrder: () => refusal(400, 'InvalidPartOrder', 'The parts are not in the order of their numbers'),
  preconditionFailed: () => refusal(412, 'PreconditionFailed', 'The source is not what the request expects'),
  notImplemented: () => refusal(501, 'NotImplemented', 'This is not built here'),
}

/** The protocol of S3 multipart uploads: parts arrive in any order, concurrently and repeatedly. */
export const s3Uploads: Protocol = {
  name: 's3',
  isInOrder: false,
  notFound: s3Errors.noUpload,
  movedOn: s3Errors.noUpload,
}
