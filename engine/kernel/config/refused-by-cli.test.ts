import { expect, it } from 'vitest'
import { refusedByCli } from './refused-by-cli.ts'

it('names keys and sections that the CLI does not have, at any depth', () => {
  const settings = {
    project_id: 'acme',
    api: { max_rows: 10, max_body_size: '10MiB', strangers: { max_rows: 10 } },
    auth: { mfa: { totp: { enroll_enabled: true }, recovery_codes: { enroll_enabled: true } }, audit_log: {} },
    edge_runtime: { secrets: { ANY: 'env(ANY)' } },
    functions: { chat: { verify_jwt: false, verify_jwd: false } },
    storage: { buckets: { pictures: { public: true } }, content_check: { enabled: true } },
    remotes: { preview: { project_id: 'x', api: { max_row: 1 } } },
  }
  expect(refusedByCli(settings)).toEqual(
    [
      'api.max_body_size',
      'api.strangers',
      'auth.mfa.recovery_codes',
      'auth.audit_log',
      'functions.chat.verify_jwd',
      'storage.content_check',
      'remotes.preview.api.max_row',
    ].map((name) => ({ name, because: 'unknown key' })),
  )
})

it('names values that it cannot parse', () => {
  const settings = {
    api: { enabled: 'yes', max_rows: -1, schemas: 'public' },
    auth: {
      email: { max_frequency: '60 s', template: { invite: { content_path: './invite.html' } } },
      jwt_expiry: 1.5,
    },
    storage: { file_size_limit: '10 megabytes' },
    edge_runtime: { policy: 'per_thread' },
  }
  expect(refusedByCli(settings)).toEqual([
    { name: 'api.enabled', because: 'not true or false' },
    { name: 'api.max_rows', because: 'not a whole number' },
    { name: 'api.schemas', because: 'not an array of strings' },
    { name: 'auth.email.max_frequency', because: 'not a duration such as 1m30s' },
    { name: 'auth.jwt_expiry', because: 'not a whole number' },
    { name: 'storage.file_size_limit', because: 'not a size such as 50MiB' },
    { name: 'edge_runtime.policy', because: 'not one of per_worker, oneshot' },
  ])
  const right = {
    auth: { email: { max_frequency: '1m30s' }, site_url: 'env(SITE_URL)', jwt_expiry: 'env(EXPIRY)' },
    storage: { file_size_limit: '10MiB' },
  }
  expect(refusedByCli(right)).toEqual([])
})
