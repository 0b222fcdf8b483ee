import { describe, expect, it } from 'vitest'
import { contentHeaders } from './content-headers.ts'

describe('a stored file is harmless in a browser', () => {
  it.each([
    'text/html',
    'text/html; charset=utf-8',
    'TEXT/HTML',
    'application/xhtml+xml',
    'text/xml',
    'application/xml',
    'application/rss+xml',
    'text/javascript',
    'application/javascript',
    'application/ecmascript',
  ])('%s is shown as text, if at all', (type) => {
    expect(contentHeaders(type, undefined)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
    })
  })

  it('a script of the project itself stays one, a page of it does not', () => {
    expect(contentHeaders('text/javascript', undefined, true)).toMatchObject({ 'content-type': 'text/javascript' })
    expect(contentHeaders('text/html', undefined, true)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment',
    })
  })

  it('a drawing is a drawing, and saved when it is opened itself', () => {
    expect(contentHeaders('image/svg+xml', undefined)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it.each(['image/png', 'text/csv', 'application/json', 'text/plain;charset=UTF-8', 'video/mp4'])(
    '%s stays',
    (type) => {
      expect(contentHeaders(type, undefined)['content-type']).toBe(type)
      expect(contentHeaders(type, undefined)).not.toHaveProperty('content-disposition')
    },
  )

  it('a PDF can be read where it is', () => {
    expect(contentHeaders('application/pdf', undefined)['content-security-policy']).not.toContain('sandbox')
  })

  it('nonsense is bytes to save', () => {
    expect(contentHeaders('nonsense', undefined)['content-type']).toBe('application/octet-stream')
  })
})

describe('a download', () => {
  it.each([
    ['', 'attachment;'],
    ['a b.png', "attachment; filename=a%20b.png; filename*=UTF-8''a%20b.png"],
    [
      'größe (1).csv',
      "attachment; filename=gr%C3%B6%C3%9Fe%20%281%29.csv; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%281%29.csv",
    ],
    ['x\r\nSet-Cookie: a=1', expect.not.stringContaining('\n')],
    ['half \ud800', expect.stringContaining('half')],
  ])('named %j', (name, disposition) => {
    expect(contentHeaders('image/png', name)['content-disposition']).toEqual(disposition)
  })
})
