import { expect, it } from 'vitest'
import { request } from './client.ts'

it.each([
  ['a later page', '/films?limit=2&offset=4&order=id', 206, '4-4/5'],
  ['a page behind the last', '/films?offset=9', 416, '*/5'],
  ['no rows at all', '/films?limit=0', 206, '*/5'],
  ['more than come at once', '/numbers?select=n', 206, '0-999/2500'],
  ['what the caller may not see', '/letters?select=body', 401, null],
  ['an order by what the caller may not see', '/letters?select=id&order=body', 401, null],
  ['what is not there', '/films?select=nothing', 400, null],
  ['an order by what is not there', '/films?select=id&order=nothing', 400, null],
])('a count without rows is that of the same request with them: %s', async (_, path, status, range) => {
  const headers = { prefer: 'count=exact' }
  for (const method of ['HEAD', 'GET']) {
    const answer = await request(path, { method, headers })
    expect([method, answer.status, answer.headers.get('content-range')]).toEqual([method, status, range])
  }
})

it.each([
  ['the first page', '/films?select=id&title=ilike.*e*&order=year.desc,id&limit=2'],
  ['a later page', '/films?select=id,title,directors(last_name)&title=ilike.*e*&order=year.desc,id&limit=2&offset=2'],
  ['nothing that matches', '/films?select=id&title=ilike.*zzz*&limit=2'],
  ['a page behind the last', '/films?select=*&title=ilike.*e*&limit=2&offset=90'],
  ['one of several columns', '/films?select=*&or=(title.ilike.*e*,rating.is.null)&order=id&limit=3'],
])('a search with its count has the rows that it has without, in their order: %s', async (_, path) => {
  const alone = await request(path)
  const counted = await request(path, { headers: { prefer: 'count=exact' } })
  const all = await request(path.replace(/&(limit|offset)=\d+/g, ''))
  const total = JSON.parse(all.body).length
  expect(counted.headers.get('content-range')).toMatch(new RegExp(`/${total}$`))
  if (counted.status !== 416) expect(counted.body).toBe(alone.body)
})
