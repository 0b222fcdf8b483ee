import { describe, expect, it } from 'vitest'
import { ownProject } from '../testing/own-project.ts'

const { sql } = await ownProject(
  `create extension if not exists http with schema extensions;
   create function public.rate() returns numeric language sql set search_path = public, extensions as $$
     select (content::json ->> 'rate')::numeric from http_get('https://rates.test')
   $$;`,
)

describe('http', () => {
  it.each([
    'public.rate()',
    "extensions.http_get('https://rates.test')",
    `extensions.http_get('https://rates.test', '{"a": 1}')`,
    "extensions.http_post('https://rates.test', '{}', 'application/json')",
    `extensions.http_post('https://rates.test', '{"a": 1}'::jsonb)`,
    "extensions.http_delete('https://rates.test')",
    `extensions.http(('PUT', 'https://rates.test', extensions.http_headers('a', 'b'), 'text/plain', 'x'))`,
  ])('makes no statement wait, and says what to use: %s', async (call) => {
    await expect(sql(`select ${call}`)).rejects.toMatchObject({
      code: '0A000',
      message: expect.stringContaining('A statement cannot wait for an answer of https://rates.test'),
      hint: expect.stringContaining('pg_net'),
    })
  })

  it('has what belongs to it', async () => {
    const [row] = await sql(`select
      extensions.urlencode('a b/ü&*'::varchar) as text,
      extensions.urlencode('{"a": "1 2", "b": null}'::jsonb) as data,
      (extensions.http_header('a', 'b')).value,
      cardinality(extensions.http_headers('a', 'b', 'c', 'd')) as headers,
      extensions.bytea_to_text(extensions.text_to_bytea('ü')) as bytes,
      extensions.http_set_curlopt('CURLOPT_TIMEOUT', '10') as is_set`)
    expect(row).toEqual({
      ...{ text: 'a+b%2F%C3%BC%26*', data: 'a=1+2&b=', value: 'b', headers: 2, bytes: 'ü', is_set: true },
    })
    await expect(sql("select extensions.http_headers('a')")).rejects.toThrow('key-value pairs')
  })
})
