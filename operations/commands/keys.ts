import { parseConfig } from '../../engine/config.ts'
import { loadProject } from '../../engine/supabase-project.ts'
import { openTokens } from '../../engine/tokens/open-tokens.ts'
import { command } from '../command-line/command.ts'
import { installation } from '../installation.ts'

export const keys = command({
  summary: 'prints the public key and the service key',
  help: 'The public key is what browsers send. Whoever has the service key may do anything: keep it to yourself.',
  options: {},
  async run() {
    const config = parseConfig(process.env, installation)
    const { anonKey, serviceRoleKey } = await openTokens(config, await loadProject(config.projectDir, process.env))
    return { anonKey, serviceRoleKey }
  },
  say: ({ anonKey, serviceRoleKey }) => `public key:  ${anonKey}\nservice key: ${serviceRoleKey}`,
})
