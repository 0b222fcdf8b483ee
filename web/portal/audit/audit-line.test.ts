import { describe, expect, it } from 'vitest'
import { type AuditLine, auditSentence, changesOf, kindGroups } from './audit-line.ts'

const line = (changes: Partial<AuditLine>): AuditLine => ({
  id: 'line',
  created_at: '2026-11-24T09:00:00Z',
  kind: 'signed_in',
  agency_id: 'north',
  agency_name: 'North',
  actor_kind: 'person',
  actor_id: 'sol',
  actor_name: 'Sol',
  subject_id: 'ben',
  said: { name: 'Ben' },
  ...changes,
})

it.each<[Partial<AuditLine>, string]>([
  [{ kind: 'role_given', said: { name: 'Ben', after: 'agency_admin' } }, 'Sol made Ben agency_admin'],
  [{ kind: 'role_taken', said: { name: 'Ben', before: 'agency_admin' } }, 'Sol took the role agency_admin from Ben'],
  [{ kind: 'joined_agency' }, 'Sol put Ben into North'],
  [{ kind: 'left_agency', agency_name: null }, 'Sol took Ben out of an agency that was deleted'],
  [{ kind: 'password_reset' }, 'Sol reset the password of Ben'],
  [{ kind: 'address_changed', subject_id: 'sol' }, 'Sol changed the email address of their own account'],
  [
    { kind: 'deactivated', actor_kind: 'service key', actor_name: null, actor_id: null },
    'The service key deactivated Ben',
  ],
  [{ kind: 'sign_in_failed', actor_kind: 'somebody', actor_name: null }, 'Somebody could not sign in as Ben'],
  [
    { kind: 'project_deleted', said: { name: 'Harbor Bakery', title: 'Menu' } },
    'Sol deleted the project Menu of Harbor Bakery',
  ],
  [
    { kind: 'step_deleted', said: { name: 'Harbor Bakery', title: 'Pictures', project: 'Menu' } },
    'Sol deleted the step Pictures of the project Menu of Harbor Bakery',
  ],
  [
    { kind: 'person_deleted', said: { name: 'Harbor Bakery', title: 'Tom Baker' } },
    'Sol deleted the person Tom Baker of Harbor Bakery',
  ],
  [
    { kind: 'main_person_changed', said: { name: 'Tom Baker', before: 'Maria Rossi', after: 'Tom Baker' } },
    'Sol made Tom Baker the main person in place of Maria Rossi',
  ],
  [{ kind: 'note_deleted', said: { name: 'Harbor Bakery' } }, 'Sol deleted a note about Harbor Bakery'],
  [
    { kind: 'note_deleted', said: { name: 'Harbor Bakery', project: 'Menu' } },
    'Sol deleted a note about the project Menu of Harbor Bakery',
  ],
  [
    {
      kind: 'client_asked',
      actor_kind: 'somebody',
      actor_name: null,
      said: { name: 'Harbor Bakery', title: 'A menu' },
    },
    'Somebody asked for A menu by a link of Harbor Bakery',
  ],
  [
    {
      kind: 'program_added',
      actor_kind: 'program',
      actor_name: 'Key Zapier',
      said: { name: 'Harbor Bakery', title: 'update' },
    },
    'Key Zapier added an update of Harbor Bakery',
  ],
  [
    { kind: 'program_added', actor_name: 'Key Zapier', said: { name: 'Harbor Bakery', title: 'client' } },
    'Key Zapier added the client Harbor Bakery',
  ],
  [{ kind: 'key_revoked', said: { name: 'Zapier' } }, 'Sol revoked the key Zapier'],
  [{ kind: 'vault_copied', said: null }, 'Sol copied a password from the vault'],
  [{ kind: 'vault_viewed', said: null }, 'Sol looked at a password or notes in the vault'],
  [{ kind: 'vault_taken_over', said: null }, 'Sol took over a shared entry of the vault'],
  [{ kind: 'exported', subject_id: null, said: null }, 'Sol exported the audit trail'],
  [
    { kind: 'exported', actor_kind: 'server', actor_name: null, said: { name: 'North' } },
    'The server exported the data of North',
  ],
  [
    { kind: 'exported', subject_id: 'sol', said: { name: 'Sol', list: 'clients', rows: 1200 } },
    'Sol exported the list of clients, 1,200 rows',
  ],
  [
    { kind: 'exported', subject_id: 'sol', said: { name: 'Sol', list: 'users', rows: 1 } },
    'Sol exported the list of users, 1 row',
  ],
  [{ kind: 'exported', subject_id: 'sol', actor_name: null, said: null }, 'Somebody who was erased exported a list'],
  [
    { kind: 'erased', actor_kind: 'server', actor_name: null, said: { name: 'North', forgotten: 12 } },
    'The server erased 12 enquiries that became nobody',
  ],
  [{ kind: 'invited', said: null }, 'Sol invited somebody who was erased'],
  [{ kind: 'signed_in', actor_name: null, said: null }, 'Somebody who was erased signed in'],
  [{ kind: 'something newer' }, 'Sol something newer'],
])('%j reads "%s"', (changes, sentence) => {
  expect(auditSentence(line(changes))).toBe(sentence)
})

describe('before and after', () => {
  it('are told of everything that was changed of an agency', () => {
    const said = {
      name: 'North',
      before: { phone: null, is_active: true, social_links: [] },
      after: { phone: '555 0100', is_active: false, social_links: ['a.test', 'b.test'] },
    }
    expect(changesOf(line({ kind: 'agency_changed', said }))).toEqual([
      { what: 'phone', before: '–', after: '555 0100' },
      { what: 'is active', before: 'yes', after: 'no' },
      { what: 'social links', before: '–', after: 'a.test, b.test' },
    ])
  })

  it('are told of an address', () => {
    const said = { name: 'Ben', before: 'ben@north.test', after: 'carter@north.test' }
    expect(changesOf(line({ kind: 'address_changed', said }))).toEqual([
      { what: 'email', before: 'ben@north.test', after: 'carter@north.test' },
    ])
  })

  it('are not told where the sentence says it', () => {
    expect(changesOf(line({ kind: 'role_given', said: { name: 'Ben', after: 'admin' } }))).toEqual([])
  })
})

it('has a group for every kind, and one only', () => {
  const kinds = Object.values(kindGroups).flatMap<string>(({ kinds }) => kinds)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect(kinds).toHaveLength(58)
})
