import { type ApiKeyRows, type NamedKey, namedKey, rotateKeys, withApiKeys } from 'engine/maintenance'
import { command } from '../command-line/define-command.ts'
import { localInstallation } from '../command-line/local-installation.ts'
import { UsageError } from '../command-line/usage-error.ts'

export const keys = command({
  summary: 'prints the keys, makes further ones, and revokes one that has leaked',
  help: `The public key and publishable keys are what browsers send. Whoever has the service key or a secret key may do anything:
keep them to yourself. Give each program a secret key of its own: one is made and revoked while servers run, and a
revoked one is refused at once, by all of them. Where the service key itself has leaked, stop the server and make all
keys new: the old ones, and what they signed, are refused from then on, and people stay signed in. Several servers need
the new keys.json, each.`,
  options: {
    add: { type: 'string', value: 'name', about: 'make a publishable key' },
    revoke: { type: 'string', value: 'name', about: 'revoke a publishable key' },
    secret: { type: 'boolean', about: 'with --add or --revoke: a secret key' },
    rotate: { type: 'boolean', about: 'make all of them new; the server is stopped' },
  },
  async run({ values: { add, revoke, secret = false, rotate } }) {
    if ([add, revoke, rotate].filter((asked) => asked !== undefined).length > 1 || (secret && !(add ?? revoke))) {
      throw new UsageError('One of --add, --revoke and --rotate at a time; --secret goes with the first two.')
    }
    const added = add === undefined ? undefined : meant(add, secret)
    const revoked = revoke === undefined ? undefined : meant(revoke, secret)
    if (rotate) await rotateKeys((await localInstallation(process.env)).config)
    const { config, tokens } = await localInstallation(process.env)
    const found = await withApiKeys({ config, tokens }, async (rows) => {
      if (added) await make(rows, added)
      if (revoked) await revokeKeys(rows, revoked)
      await tokens.apiKeys.read(rows)
      return true
    })
    if (!found && (added ?? revoked)) throw new Error('There is no database yet: start the server first.')
    const { anonKey, serviceRoleKey, apiKeys } = tokens
    return {
      anonKey,
      serviceRoleKey,
      publishableKeys: apiKeys.named('publishable'),
      secretKeys: apiKeys.named('secret'),
    }
  },
  format: ({ anonKey, serviceRoleKey, publishableKeys, secretKeys }) =>
    [
      `public key:  ${anonKey}`,
      `service key: ${serviceRoleKey}`,
      ...Object.entries(publishableKeys).map(([name, key]) => `publishable key ${name}: ${key}`),
      ...Object.entries(secretKeys).map(([name, key]) => `secret key ${name}: ${key}`),
    ].join('\n'),
})

function meant(name: string, isSecret: boolean): NamedKey {
  const key = namedKey.safeParse({ type: isSecret ? 'secret' : 'publishable', name })
  if (key.success) return key.data
  throw new UsageError(`The name of a key is ${key.error.issues[0]?.message}.`)
}

async function make(rows: ApiKeyRows, key: NamedKey) {
  if (!(await rows.add(key))) throw new Error(`There is a ${key.type} key ${key.name} already.`)
}

async function revokeKeys(rows: ApiKeyRows, key: NamedKey) {
  if (!(await rows.revoke(key))) throw new Error(`There is no ${key.type} key ${key.name}.`)
}
