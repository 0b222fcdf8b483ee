import { dirname, join } from 'node:path'
import { readTextIfPresent } from '../text-file.ts'
import { parseEnv } from './parse-env.ts'

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
export const readEnvFile = async (file: string): Promise<Record<string, string>> =>
  parseEnv((await readTextIfPresent(file)) ?? '', file)
