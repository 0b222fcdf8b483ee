import type { CheckContext } from './check-result.ts'

/** The state of each part of the running server; undefined if none answers. */
export async function fetchHealth({
  url,
  keys,
}: Pick<CheckContext, 'url' | 'keys'>): Promise<Record<string, unknown> | undefined> {
  const headers = { authorization: `Bearer ${keys.serviceRoleKey}` }
  const answer = await fetch(`${url}/health`, { headers }).catch(() => undefined)
  return answer && Object(await answer.json())
}
