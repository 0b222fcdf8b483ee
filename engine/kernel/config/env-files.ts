import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { readTextIfPresent } from '../text-file.ts'

/**
 * The environment with the variables of a project's .env files, in the order of the CLI: a file in the project's folder
 * goes before the same one beside the folder, and what is set already stays (`loadNestedEnv` in the CLI's
 * pkg/config/config.go). `SUPABASE_ENV` chooses between the files of several stages.
 */
export async function withEnvFiles(dir: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { SUPABASE_ENV: stage = 'development' } = env
  const local = stage === 'test' ? [] : ['.env.local']
  const names = [`.env.${stage}.local`, ...local, `.env.${stage}`, '.env']
  let variables = env
  for (const folder of [dir, dirname(dir)]) {
    for (const name of names) variables = { ...(await readEnvFile(join(folder, name))), ...variables }
  }
  return variables
}

/** The variables of a .env file; none where there is no such file. */
export async function readEnvFile(file: string): Promise<Record<string, string>> {
  const text = (await readTextIfPresent(file)) ?? ''
  const parsed = parseEnv(text)
  const read: Record<string, string> = {}
  // The parser sorts the variables by name, and does not say which values had single quotes.
  for (const [, name = '', quote] of text.matchAll(/^[ \t]*(?:export\s+)?([\w.-]+)[ \t]*=[ \t]*(')?/gm)) {
    const value = parsed[name]
    if (value !== undefined) read[name] = quote ? value : expand(value, read)
  }
  return read
}

/** Replaces `$NAME` and `${NAME}` by variables that come earlier in the file; a backslash keeps the dollar sign. */
const expand = (value: string, earlier: Readonly<Record<string, string>>) =>
  value.replaceAll(/(\\)?\$(\{)?([A-Z0-9_]+)(?:\})?/g, (whole, escaped, _, name: string) =>
    escaped ? whole.slice(1) : (earlier[name] ?? ''),
  )
