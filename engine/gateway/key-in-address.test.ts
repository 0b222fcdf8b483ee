import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { keyInAddress } from './key-in-address.ts'

const asked = (url: string, apikey?: string) => {
  const request = new IncomingMessage(new Socket())
  request.url = url
  if (apikey !== undefined) request.headers.apikey = apikey
  return { url: keyInAddress(request), apikey: request.headers.apikey }
}

it.each([
  ['/rest/v1/?apikey=eyJabc', '/rest/v1/'],
  ['/rest/v1?apikey=eyJabc', '/rest/v1'],
  ['/rest/v1/towns?select=a&apikey=eyJabc&b=eq.1', '/rest/v1/towns?select=a&b=eq.1'],
  ['/auth/v1/settings?apikey=eyJabc', '/auth/v1/settings'],
  ['/storage/v1/bucket?apikey=eyJabc', '/storage/v1/bucket'],
  ['/graphql/v1?apikey=eyJabc', '/graphql/v1'],
])('is taken from %s', (url, rest) => {
  expect(asked(url)).toEqual({ url: rest, apikey: 'eyJabc' })
})

it('goes behind the header', () => {
  expect(asked('/rest/v1/?apikey=sb_publishable_a', 'sb_publishable_b')).toEqual({
    url: '/rest/v1/',
    apikey: 'sb_publishable_b',
  })
})

it.each([
  '/rest/v1/keys?apikey=eq.abc',
  '/functions/v1/a?apikey=eyJabc',
  '/page?apikey=eyJabc',
  '/rest/v1/?x=apikey=eyJ',
])('is none in %s', (url) => {
  expect(asked(url)).toEqual({ url, apikey: undefined })
})
