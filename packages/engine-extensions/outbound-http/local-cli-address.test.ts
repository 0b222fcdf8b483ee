import { expect, it } from 'vitest'
import { ownAddress } from './local-cli-address.ts'

it.each([
  'http://api.supabase.internal:8000/functions/v1/a?b=1',
  'http://kong:8000/functions/v1/a?b=1',
  'http://host.docker.internal:54321/functions/v1/a?b=1',
  'http://host.docker.internal:3000/functions/v1/a?b=1',
])('%s is the project’s own server, as where the CLI runs it', (url) =>
  expect(ownAddress(url, 3000)).toBe('http://127.0.0.1:3000/functions/v1/a?b=1'),
)

it.each([
  'http://host.docker.internal:5000/',
  'https://kong:8000/',
  'http://kong.test:8000/',
  'http://10.0.0.1/',
  'no',
])('%s is what it says', (url) => expect(ownAddress(url, 3000)).toBe(url))
