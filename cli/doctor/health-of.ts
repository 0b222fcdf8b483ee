import type { Scene } from './check.ts'

/** What the running server says of itself, part by part; undefined where none answers. */
export async function healthOf({
  url,
  keys,
}: Pick<Scene, 'url' | 'keys'>): Promise<Record<string, unknown> | undefined> {
  const headers = { authorization: `Bearer ${keys.serviceRoleKey}` }
  const answer = await fetch(`${url}/health`, { headers }).catch(() => undefined)
  return answer && Object(await answer.json())
}
