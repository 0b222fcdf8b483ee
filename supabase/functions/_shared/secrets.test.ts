import { afterEach, expect, it, vi } from 'vitest'
import { missingSecrets } from './secrets.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('names the secrets without which no mail leaves, also in the log', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubEnv('SITE_URL', 'https://north.test')
  vi.stubEnv('MAIL_API_KEY', '')
  vi.stubEnv('MAIL_FROM', '')
  expect(missingSecrets()).toEqual(['MAIL_API_KEY', 'MAIL_FROM'])
  expect(log).toHaveBeenCalledWith(
    expect.stringContaining('MAIL_API_KEY, MAIL_FROM. See supabase/functions/.env.example'),
  )

  log.mockClear()
  vi.stubEnv('MAIL_API_KEY', 'key')
  vi.stubEnv('MAIL_FROM', 'Mainstreet <no-reply@north.test>')
  expect(missingSecrets()).toEqual([])
  expect(log).not.toHaveBeenCalled()
})
