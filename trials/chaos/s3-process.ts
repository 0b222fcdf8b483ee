/** Runs an S3 server on the folder and port in its arguments; started by `s3-target.ts`. */
import { startS3Server } from 'engine/testing'

const [folder = '', port] = process.argv.slice(2)
await startS3Server(folder, 'files', Number(port))
console.log('S3 is there')
