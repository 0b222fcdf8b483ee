// The types are beside this file; the reference lets TypeScript find them from every importing module.
/// <reference path="./s3rver.d.ts" />

/** The only key that the server accepts, as environment variables. */
export const s3Key = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** An S3 server with one bucket that keeps its files in `directory`, on any free port unless one is given. */
export async function startS3Server(directory: string, bucket: string, givenPort = 0) {
  // The library is large, so only a test that starts a server loads it.
  const { default: S3rver } = await import('s3rver')
  const server = new S3rver({
    port: givenPort,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
