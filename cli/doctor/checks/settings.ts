import { mistypedVariables } from 'engine/config'
import { adminVariables } from '../../../server/first-admin.ts'
import { type Check, type Finding, ok, warning } from '../check-result.ts'

/** Finds variables that look like settings but are not read, and settings that suit a trial but not a business. */
export const settings: Check = async ({ config, project, env }) => {
  const findings: Finding[] = mistypedVariables(env, project, adminVariables).map(({ name, meant }) =>
    warning(
      `${name} is no setting, and without effect.`,
      `Do you mean ${meant}? The settings are in docs/settings.md.`,
    ),
  )
  if (project.unknownSettings.length > 0) {
    const list = project.unknownSettings.join(', ')
    findings.push(
      warning(`supabase/config.toml has settings without effect: ${list}.`, 'Correct their names, or remove them.'),
    )
  }
  if (project.misplacedSettings.length > 0) {
    findings.push(
      warning(
        `The Supabase CLI refuses supabase/config.toml for what it does not know: ${project.misplacedSettings.join(', ')}.`,
        'Move these to supabase/engine.toml, under the same sections.',
      ),
    )
  }
  if (!config.rateLimits) {
    findings.push(
      warning(
        'RATE_LIMITS is off: passwords may be guessed as fast as anybody can.',
        'Leave it out where people work.',
      ),
    )
  }
  return findings.length > 0 ? findings : ok('Every setting is known and can be used.')
}
