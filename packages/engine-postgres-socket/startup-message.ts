/** The parameters of a startup message: pairs of strings that end in a zero byte, after the length and the version. */
export function startupParameters(startup: Buffer): Map<string, string> {
  const words = startup.toString('utf8', 8).split('\0')
  const parameters = new Map<string, string>()
  for (let at = 0; words[at]; at += 2) parameters.set(String(words[at]), words[at + 1] ?? '')
  return parameters
}

/** Parameters that are no settings of the session. */
const NOT_SETTINGS = new Set(['user', 'database', 'options', 'replication'])
/** `-c name=value` and `--name=value` in `options`, where a backslash stands before a blank of the value. */
const OPTION = /(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g

/** The settings that a client asks for at its start. */
export function initialSettings(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const settings = new Map([...parameters].filter(([name]) => !NOT_SETTINGS.has(name) && !name.startsWith('_pq_.')))
  for (const [, name = '', value = ''] of (parameters.get('options') ?? '').matchAll(OPTION))
    settings.set(name.replaceAll('-', '_'), value.replace(/\\(.)/g, '$1'))
  return settings
}
