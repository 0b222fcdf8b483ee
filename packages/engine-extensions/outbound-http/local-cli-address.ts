/** The default port of the Supabase CLI's API. */
const CLI_PORT = 54321

/**
 * Rewrites the addresses under which the database in the CLI's containers reaches the project's API, which projects
 * name in seeds and functions, to this server. Other text is unchanged.
 */
export function ownAddress(text: string, port: number): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:') return text
  const isOwn =
    ['api.supabase.internal:8000', 'kong:8000'].includes(url.host) ||
    (url.hostname === 'host.docker.internal' && [CLI_PORT, port].includes(Number(url.port)))
  if (!isOwn) return text
  url.host = `127.0.0.1:${port}`
  return url.href
}
