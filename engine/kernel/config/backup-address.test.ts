import { expect, it } from 'vitest'
import { parseBackupAddress } from './backup-address.ts'

it.each(['/mnt/backups', 'backups', './a:b', 'C:\\backups', 'd:/backups'])('takes %s for a folder', (address) => {
  expect(parseBackupAddress(address)).toEqual({ folder: address })
})

it('reads a bucket and the folder in it, also where S3 is in capitals', () => {
  const bucket = { bucket: 'files', region: 'us-east-1', endpoint: 'https://minio.test' }
  for (const scheme of ['s3', 'S3'])
    expect(parseBackupAddress(`${scheme}://files/a/b/?endpoint=https://minio.test`)).toEqual({ bucket, folder: 'a/b' })
})

it.each(['sftp://nas/backups', 'file:///mnt/backups', 'FTP://nas', 'https://nas/backups', 'nas:backups', 's3:files'])(
  'takes %s for nothing: no folder is called that',
  (address) => {
    expect(parseBackupAddress(address)).toBeUndefined()
  },
)
