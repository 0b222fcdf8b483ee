import { StorageError } from '../errors.ts'

/** What is refused about vectors, in the hosted service's words; these keep the HTTP status that the body names. */
export const vectorErrors = {
  bucketExists: (name: string) => refusal(409, 'ConflictException', `vector bucket "${name}" already exists`),
  indexExists: (name: string) => refusal(409, 'ConflictException', `vector index "${name}" already exists`),
  notFound: (name: string) => refusal(404, 'NotFoundException', `resource "${name}" not found`),
  bucketNotEmpty: (name: string) => refusal(400, 'VectorBucketNotEmpty', `Vector Bucket "${name}" not empty`),
  tooManyBuckets: (most: number) =>
    refusal(400, 'S3VectorMaxBucketsExceeded', `Maximum number of buckets exceeded. Max allowed is ${most}.`),
  tooManyIndexes: (most: number) =>
    refusal(400, 'S3VectorMaxIndexesExceeded', `Maximum number of indexes exceeded. Max allowed is ${most}.`),
  invalidVector: (key: string, detail: string) =>
    refusal(400, 'InvalidParameter', `Invalid record for key '${key}': ${detail}`),
  invalid: (detail: string) => refusal(400, 'InvalidParameter', detail),
}

const refusal = (status: number, code: string, message: string) =>
  new StorageError(status, code, message, { httpStatus: status })
