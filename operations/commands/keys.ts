import { parseConfig } from '../../engine/config.ts'
import { loadProject } from '../../engine/supabase-project.ts'
import { openTokens } from '../../engine/tokens/open-tokens.ts'
import { rotateKeys } from '../../engine/tokens/rotate-keys.ts'
import { command } from '../command-line/command.ts'
import { installation } from '../installation.ts'

export const keys = command({
  summary: 'prints the public key and the service key, or makes new ones',
  help: `The public key is what browsers send. Whoever has the service key may do anything: keep it to yourself. Where it has
leaked, stop the server and make new ones: the old ones, and what they signed, are refused from then on, and
people stay signed in. Several servers need the new keys.json, each.`,
  options: { rotate: { type: 'boolean', about: 'make new ones; the server is stopped' } },
  async run({ values: { rotate } }) {
    const config = parseConfig(process.env, installation)
    if (rotate) await rotateKeys(config)
    const { anonKey, serviceRoleKey } = await openTokens(config, await loadProject(config.projectDir, process.env))
    return { anonKey, serviceRoleKey }
  },
  say: ({ anonKey, serviceRoleKey }) => `public key:  ${anonKey}\nservice key: ${serviceRoleKey}`,
})
