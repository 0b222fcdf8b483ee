import { DatabaseBusy, StorageError } from 'engine/feature'
import { expect, it } from 'vitest'
import { isPermanent, uploadErrors } from './errors.ts'

it.each([
  ['a busy database', new DatabaseBusy()],
  ['a locked row', new StorageError(423, 'ResourceLocked', 'The resource is locked')],
  ['a database that only reads for now', new StorageError(503, 'DatabaseReadOnly', 'read-only transaction')],
  ['a request that was faster', uploadErrors.otherOffset()],
])('%s leaves an upload as it is, to go on later', (_what, error) => {
  expect(isPermanent(error)).toBe(false)
})

it('a file that is refused ends its upload', () => {
  expect(isPermanent(uploadErrors.tooLarge())).toBe(true)
})
