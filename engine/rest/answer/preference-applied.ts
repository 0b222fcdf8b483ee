import type { Preferences } from '../parse/prefer.ts'
import type { Plan } from '../plan/plan-request.ts'
import type { RestConfig } from '../rest-config.ts'

/**
 * The `Preference-Applied` header: the preferences that were followed, in PostgREST's order; undefined for none
 * (docs/wire/rest.md#prefer).
 */
export function preferenceApplied(preferences: Preferences, plan: Plan, config: RestConfig): string | undefined {
  const { resolution, missing, count, tx, handling, timezone, maxAffected } = preferences
  const kind = plan.kind === 'write' ? plan.write.kind : plan.kind
  const isUpsert = plan.kind === 'write' && plan.write.kind === 'insert' && plan.write.conflict !== undefined
  const limits = kind === 'update' || kind === 'delete' || kind === 'call'
  const applied = [
    isUpsert && resolution && `resolution=${resolution}`,
    (kind === 'insert' || kind === 'update') && missing && `missing=${missing}`,
    plan.kind === 'write' && preferences.return && `return=${preferences.return}`,
    count && `count=${count}`,
    config.transactionEnd.mayBeOverridden && tx && `tx=${tx}`,
    handling && `handling=${handling}`,
    config.timezone && timezone !== undefined && `timezone=${timezone}`,
    limits && handling === 'strict' && maxAffected !== undefined && `max-affected=${maxAffected}`,
  ].filter(Boolean)
  return applied.length > 0 ? applied.join(', ') : undefined
}
