// Its types lie beside it, and have to be found from wherever this is imported.
/// <reference path="./s3rver.d.ts" />
import S3rver from 's3rver'

/** The only key that the server knows, as the environment names it. */
export const s3Key = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** An S3 server with one empty bucket, which keeps its files in `directory`. */
export async function startS3Server(directory: string, bucket: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
