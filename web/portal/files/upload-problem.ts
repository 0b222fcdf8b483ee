import { StorageApiError } from '@supabase/supabase-js'
import { messageOf } from '../../lib/errors.ts'

/** The reason why a file could not be attached, for the person who chose it. */
export function uploadProblem(error: unknown, to: 'this update' | 'messages'): string {
  const status = error instanceof StorageApiError ? error.statusCode : undefined
  if (status === '403') return `You can’t attach files to ${to}.`
  return (status && problems.get(status)) || messageOf(error, 'The connection was lost.')
}

const problems = new Map([
  ['413', 'It is larger than 10 MB.'],
  ['415', 'This type of file is not accepted.'],
])
