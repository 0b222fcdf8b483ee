import { expect, it } from 'vitest'
import { planCacheKey } from './plan-cache.ts'

const key = (method: string, url: string, headers: Record<string, string> = {}) =>
  planCacheKey({ method, headers }, url)

it('tells requests apart by all that decides what is made of them, and by nothing else', () => {
  const alike = key('GET', '/films?id=eq.1')
  expect(key('GET', '/films?id=eq.1', { authorization: 'Bearer another', 'user-agent': 'another' })).toBe(alike)
  const others = [
    key('HEAD', '/films?id=eq.1'),
    key('GET', '/films?id=eq.2'),
    key('GET', '/films?id=eq.1', { accept: 'text/csv' }),
    key('GET', '/films?id=eq.1', { 'accept-profile': 'other' }),
    key('GET', '/films?id=eq.1', { prefer: 'count=exact' }),
    key('GET', '/films?id=eq.1', { range: '0-1' }),
  ]
  expect(new Set([alike, ...others]).size).toBe(7)
})

it('remembers nothing that may write', () => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) expect(key(method, '/films')).toBe(undefined)
})
