/**
 * Does a payload of the vault open after anything was changed in it? A hundred thousand mutations, tried with the true key,
 * with which each has the best chance there is. Run: npm run bench -- vault-mutations [--mutations 100000] [--write]
 */
import { parseArgs } from 'node:util'
import { markdownTable, writeFigures } from 'engine/testing'
import fc from 'fast-check'
import { deriveKey } from '../web/portal/vault/derive-key.ts'
import { parsePayload } from '../web/portal/vault/payload.ts'
import { hasOtherSalt, mutationOf, openWith } from '../web/testing/mutated-payload.ts'
import { seal } from './vault-payload.ts'

const { values: options } = parseArgs({
  options: { mutations: { type: 'string', default: '100000' }, write: { type: 'boolean' } },
})

const passphrase = 'correct horse'
const stored = await seal('Harbor Bakery 1!', passphrase)
const key = await deriveKey(passphrase, parsePayload(stored).salt)
const seen = new Map<string, number>()
await fc.assert(
  fc.asyncProperty(mutationOf(stored), async (mutated) => {
    fc.pre(!hasOtherSalt(mutated, stored))
    const outcome = await openWith(key, mutated)
    const word = outcome.startsWith('opened') ? 'opened' : outcome
    seen.set(word, (seen.get(word) ?? 0) + 1)
  }),
  { numRuns: Number(options.mutations) },
)

const count = (word: string) => seen.get(word) ?? 0
const refused = count('InvalidPayload') + count('WrongPassphrase')
const tried = [...seen.values()].reduce((sum, times) => sum + times, 0)
const table = markdownTable([
  {
    mutations: String(tried),
    'refused for their form': String(count('InvalidPayload')),
    'refused by AES-GCM': String(count('WrongPassphrase')),
    opened: String(count('opened')),
    'anything else': String(tried - refused - count('opened')),
  },
])
console.log(table)
if (options.write) await writeFigures('vault-mutations', table)
process.exitCode = refused === tried ? 0 : 1
