import { StorageApiError } from '@supabase/supabase-js'
import { messageOf } from '../../lib/errors.ts'

/** The reason why a file could not be attached, for the person who chose it. */
export async function uploadProblem(error: unknown, to: 'this update' | 'messages', file: Blob): Promise<string> {
  const status = error instanceof StorageApiError ? error.statusCode : undefined
  // Browsers report a file that they can no longer read as a lost connection.
  if (status === undefined && !(await isReadable(file)))
    return 'This file was moved or changed. Please choose it again.'
  if (status === '403') return `You can’t attach files to ${to}.`
  return (status && problems.get(status)) || messageOf(error, 'The connection was lost.')
}

const isReadable = (file: Blob) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const problems = new Map([
  ['413', 'It is larger than 10 MB.'],
  ['415', 'This type of file is not accepted.'],
])
