import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { Visitor } from '../visitor.ts'
import type { Metadata, User } from './user.ts'
import { INSTANCE_ID } from './user-rows.ts'

/** The audit log's group of each event. */
const logTypes = {
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_reauthenticate_requested: 'user',
  user_invited: 'team',
  invite_accepted: 'account',
  user_updated_password: 'user',
  identity_unlinked: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  recovery_codes_generated: 'factor',
  recovery_codes_verified: 'factor',
  recovery_codes_regenerated: 'factor',
  recovery_codes_deleted: 'factor',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
} as const

export type AuditAction = keyof typeof logTypes

/** Writes a line into auth.audit_log_entries, in the transaction that it reports. */
export async function audit(
  tx: Transaction,
  actor: Pick<User, 'id' | 'email'>,
  action: AuditAction,
  visitor: Visitor,
  traits?: Metadata,
) {
  await tx.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('${INSTANCE_ID}', $1, $2, now(), $3)`,
    [randomUUID(), auditPayload(actor, action, traits), visitor.ip ?? ''],
  )
}

/** The content of an audit log line, as JSON. */
export const auditPayload = (actor: Pick<User, 'id' | 'email'>, action: AuditAction, traits?: Metadata) =>
  JSON.stringify({
    actor_id: actor.id,
    actor_username: actor.email ?? '',
    actor_via_sso: false,
    action,
    log_type: logTypes[action],
    ...(traits && { traits }),
  })

/** The actor of actions with the secret key. */
export const serviceRole = { id: INSTANCE_ID, email: 'service_role' }
