import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { RequestError } from './errors.ts'

/** Turns supabase-js's `{ data, error }` into the data, or throws. */
export function unwrap<Data>({ data, error, status }: PostgrestSingleResponse<Data>): Data {
  if (error) throw new RequestError({ ...error, status })
  return data
}

/** Returns the row count of a request with `count: 'exact'`, or throws. */
export function unwrapCount(answer: PostgrestSingleResponse<unknown>): number {
  unwrap(answer)
  return answer.count ?? 0
}

/** Unwraps an answer of Storage. If no server answered, it rethrows what `fetch` threw. */
export function unwrapFile<Data>({ data, error }: { data: Data | null; error: Error | null }): Data {
  if (data !== null) return data
  throw error && 'originalError' in error ? error.originalError : error
}
