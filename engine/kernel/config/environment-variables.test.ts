import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from './environment-variables.ts'

describe('parseConfig', () => {
  it('needs nothing', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      siteUrl: 'http://localhost:3000',
      rateLimits: true,
      databaseUrl: undefined,
    })
  })

  it('takes an empty variable for an unset one', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('follows the port with the site address, and drops the slash at its end', () => {
    expect(parseConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080')
    expect(parseConfig({ SITE_URL: 'https://acme.example/' }).siteUrl).toBe('https://acme.example')
  })

  it.each([
    [{ PORT: 'http' }, 'PORT should be a port number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT should be a port number from 0 to 65535.'],
    [{ SITE_URL: 'acme.example' }, 'SITE_URL should be an address such as https://example.com.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL should be an address such as postgresql://user:password@host:5432/name.',
    ],
    [{ MAIL_URL: 'mail.example' }, 'MAIL_URL should be an address such as smtp://user:password@host:587.'],
    [
      { STORAGE_URL: 's3://files?endpoint=here' },
      'STORAGE_URL should be an address such as s3://bucket?endpoint=https://…&region=….',
    ],
    [
      { BACKUP_URL: 'sftp://nas/backups' },
      'BACKUP_URL should be a folder such as /mnt/backups, or an address such as s3://bucket/folder?endpoint=https://…&region=….',
    ],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS should be on or off.'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL should be an address such as redis://user:password@host:6379.'],
    ...['gateway', '10.0.0.0/33', '10.0.0.1,', '::1/129', 'true'].map((list): [NodeJS.ProcessEnv, string] => [
      { TRUSTED_PROXIES: list },
      'TRUSTED_PROXIES should be addresses or networks with commas between them, such as loopback, 10.0.0.0/8.',
    ]),
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET should be a secret of at least 32 characters.'],
  ])('stops at %o with one line that says what it should be', (env, message) => {
    expect(() => parseConfig(env)).toThrow(new ConfigError(message))
  })
})
