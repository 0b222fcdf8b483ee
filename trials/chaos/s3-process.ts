/** What `s3-target.ts` starts: an S3 on the folder and port that are given. */
import { startS3Server } from 'engine/testing'

const [folder = '', port] = process.argv.slice(2)
await startS3Server(folder, 'files', Number(port))
console.log('S3 is there')
