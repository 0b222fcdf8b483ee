import { StorageApiError } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { uploadProblem } from './upload-problem.ts'

describe('why a file could not be attached', () => {
  const refusal = (statusCode: string, message = 'new row violates row-level security policy') =>
    new StorageApiError(message, 400, statusCode)

  it.each([
    [refusal('415'), 'This type of file is not accepted.'],
    [refusal('413'), 'It is larger than 10 MB.'],
    [refusal('403'), 'You can’t attach files to this update.'],
    [refusal('500', 'The disk is full'), 'The disk is full'],
    [new TypeError('Failed to fetch'), 'The connection was lost.'],
  ])('%s', async (error, said) => {
    expect(await uploadProblem(error, 'this update', new Blob())).toBe(said)
  })

  it('it was moved since it was chosen, for which browsers say what they say of a lost connection', async () => {
    const moved = new Blob()
    vi.spyOn(moved, 'slice').mockReturnValue(moved)
    vi.spyOn(moved, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotFoundError'))
    const said = 'This file was moved or changed. Please choose it again.'
    expect(await uploadProblem(new TypeError('Failed to fetch'), 'this update', moved)).toBe(said)
  })
})
