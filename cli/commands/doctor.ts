import { command } from '../command-line/define-command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { examineInstallation, formatReport, type Report } from '../doctor/examine-installation.ts'
import { findInstallation, requireAnswer } from '../doctor/find-installation.ts'
import { formatIsolationReport } from '../doctor/isolation/format-report.ts'
import { type IsolationReport, tryIsolation } from '../doctor/isolation/run-isolation-trial.ts'

export const doctor = command({
  summary: 'looks whether anything is wrong, and says what to do',
  operands: '[isolation]',
  help: `Settings, disk, clocks, database, migrations, schema, files, mail, Redis, SITE_URL and backups, with what to do for
each finding. The server may run or not. Ends with 1 where there is a problem; warnings are no problem.

isolation: throw-away people of every kind try every table, function, bucket and socket over HTTP on the
running server, and what they could do is compared with what they should. They have agencies of their own, and
nothing of them stays. It takes a minute or two, during which super admins see these agencies.`,
  options: {
    'send-mail-to': { type: 'string', value: 'address', about: 'a mail to there, to see whether it arrives' },
    url: { type: 'string', value: 'address', about: 'isolation: another server than that of the settings' },
    'service-key': { type: 'string', value: 'key', about: 'its service key; or SUPABASE_SERVICE_ROLE_KEY' },
    'anon-key': { type: 'string', value: 'key', about: 'its public key, where it does not say it itself' },
  },
  async run({ values, positionals }, output): Promise<IsolationReport | Report> {
    const progress = (text: string) => output.progress(text)
    const about = positionals.join()
    if (about === 'isolation') {
      const meant = await findInstallation(values)
      await requireAnswer(meant)
      return tryIsolation(meant, { progress })
    }
    if (about !== '') throw new UsageError(`The doctor knows nothing of ${about}.`)
    if (values.url !== undefined) throw new UsageError('Another server is only looked at by doctor isolation.')
    return examineInstallation(process.env, { sendMailTo: values['send-mail-to'], progress })
  },
  format: (found) => ('cells' in found ? formatIsolationReport(found) : formatReport(found)),
  isFine: ({ isWell }) => isWell,
})
