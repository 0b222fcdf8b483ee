import { describe, expect, it } from 'vitest'
import { program } from '../../storage/testing/sample-files.ts'
import { engine } from '../engine.ts'
import { anonymous, data } from '../rest/client.ts'
import { uploaded } from './changes-client.ts'
import { call, newFolder, papers, reels, refusal } from './client.ts'

describe('a signed address', () => {
  it('opens a file for anybody, and nothing else', async () => {
    const path = `${newFolder()}/a b.txt`
    data(await reels.upload(path, 'signed'))
    const { signedUrl } = data(await reels.createSignedUrl(path, 60))
    const response = await fetch(signedUrl)
    expect([response.status, await response.text()]).toEqual([200, 'signed'])
    const head = await fetch(signedUrl, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '6'])
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=[1-6]?\d$/)
    expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now() + 50_000)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')

    const other = await uploaded()
    const stolen = new URL(signedUrl)
    stolen.pathname = `/storage/v1/object/sign/reels/${other.path}`
    expect(await refusal(await fetch(stolen))).toMatchObject({
      error: 'InvalidSignature',
      message: 'Invalid signature',
    })
  })

  it.each(['größe & more.txt', 'a+b.txt', 'plain.txt', '100%.pdf'])('gives the file the name %s', async (name) => {
    const { path } = await uploaded()
    const { signedUrl } = data(await reels.createSignedUrl(path, 60, { download: name }))
    const disposition = (await fetch(signedUrl)).headers.get('content-disposition') ?? ''
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(name)
  })

  it('ends, and ends with the file', async () => {
    const { path } = await uploaded()
    const { signedUrl } = data(await reels.createSignedUrl(path, 1))
    const lasting = data(await reels.createSignedUrl(path, 60)).signedUrl
    await expect.poll(async () => (await fetch(signedUrl)).status).toBe(400)
    expect(await refusal(await fetch(signedUrl))).toMatchObject({
      error: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
    })
    data(await reels.remove([path]))
    expect(await refusal(await fetch(lasting))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('is no session, and a session is no address', async () => {
    const { path } = await uploaded()
    const { signedUrl } = data(await reels.createSignedUrl(path, 60))
    const token = new URL(signedUrl).searchParams.get('token') ?? ''
    const asBearer = await call('/object/list/reels', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{"prefix":""}',
    })
    expect(await refusal(asBearer)).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
    const asAddress = await fetch(`${engine.url}/storage/v1/object/sign/reels/${path}?token=${engine.serviceRoleKey}`)
    expect(await refusal(asAddress)).toMatchObject({ code: 'InvalidJWT' })
  })

  it('is made in order for many', async () => {
    const [one, two] = [await uploaded('one'), await uploaded('two')]
    const signed = data(await reels.createSignedUrls([two.path, 'nowhere.txt', one.path], 60, { download: true }))
    expect(signed.map(({ path, error }) => [path, error === null])).toEqual([
      [two.path, true],
      ['nowhere.txt', false],
      [one.path, true],
    ])
    const response = await fetch(signed[0]?.signedUrl ?? '')
    expect([await response.text(), response.headers.get('content-disposition')]).toEqual(['two', 'attachment;'])
  })

  it('is not made for what is not there, or for no time', async () => {
    expect((await reels.createSignedUrl('nowhere.txt', 60)).error).toMatchObject({ code: 'NoSuchKey' })
    const { path } = await uploaded()
    expect((await reels.createSignedUrl(path, 0)).error).toMatchObject({ status: 400 })
  })
})

describe('an address to upload to', () => {
  const strangers = anonymous.storage.from('reels')

  it('takes one file from anybody, at its place alone', async () => {
    const path = `${newFolder()}/from-outside.txt`
    const { token, signedUrl } = data(await reels.createSignedUploadUrl(path))
    expect(signedUrl).toContain(`/object/upload/sign/reels/${path}?token=`)
    expect(data(await strangers.uploadToSignedUrl(path, token, 'hello'))).toEqual({ path, fullPath: `reels/${path}` })
    expect(await data(await reels.download(path)).text()).toBe('hello')
    expect((await strangers.uploadToSignedUrl(path, token, 'again', { upsert: true })).error).toMatchObject({
      statusCode: '409',
    })
    expect((await strangers.uploadToSignedUrl(`${path}2`, token, 'x')).error).toMatchObject({
      message: 'Invalid signature',
    })
    expect((await strangers.uploadToSignedUrl(path, 'nonsense', 'x')).error).toMatchObject({
      message: 'Invalid Compact JWS',
    })
  })

  it('replaces where it was made to', async () => {
    const { path } = await uploaded('old')
    expect((await reels.createSignedUploadUrl(path)).error).toMatchObject({ statusCode: '409' })
    const { token } = data(await reels.createSignedUploadUrl(path, { upsert: true }))
    data(await strangers.uploadToSignedUrl(path, token, 'new'))
    expect(await data(await reels.download(path)).text()).toBe('new')
  })

  it('holds whoever uploads to the rules of the bucket', async () => {
    const path = `${newFolder()}/report.pdf`
    const { token } = data(await papers.createSignedUploadUrl(path))
    const { error } = await anonymous.storage
      .from('papers')
      .uploadToSignedUrl(path, token, program, { contentType: 'application/pdf' })
    expect(error).toMatchObject({ statusCode: '415' })
  })

  it('does not download', async () => {
    const { path } = await uploaded()
    const { token } = data(await reels.createSignedUploadUrl(path, { upsert: true }))
    expect(await refusal(await call(`/object/sign/reels/${path}?token=${token}`))).toMatchObject({
      message: 'Token is not scoped for download',
    })
  })
})
