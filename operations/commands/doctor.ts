import { command } from '../command-line/command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { installationMeant, requireAnswer } from '../doctor/installation-here.ts'
import { tryIsolation } from '../doctor/isolation/isolation.ts'
import { sayIsolation } from '../doctor/isolation/say.ts'

export const doctor = command({
  summary: 'looks whether people are kept apart',
  operands: 'isolation',
  help: `isolation: throw-away people of every kind try every table, function, bucket and socket over HTTP on the
running server, and what they could do is compared with what they should. They have agencies of their own, and
nothing of them stays. It takes a minute or two, during which super admins see these agencies.`,
  options: {
    url: { type: 'string', value: 'address', about: 'another server than that of the settings' },
    'service-key': { type: 'string', value: 'key', about: 'its service key; or SUPABASE_SERVICE_ROLE_KEY' },
    'anon-key': { type: 'string', value: 'key', about: 'its public key, where it does not say it itself' },
  },
  async run({ values, positionals }, output) {
    if (positionals.join() !== 'isolation') throw new UsageError('Say what to look at: doctor isolation.')
    const meant = await installationMeant(values)
    await requireAnswer(meant)
    return tryIsolation(meant, { progress: (text) => output.progress(text) })
  },
  say: sayIsolation,
  isFine: ({ isAsExpected }) => isAsExpected,
})
