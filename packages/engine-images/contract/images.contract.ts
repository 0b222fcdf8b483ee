import {
  anonymous,
  callStorage,
  data,
  engine,
  newFolder,
  person,
  posters,
  reels,
  refusalOfStorage,
  service,
} from 'engine/testing/contract'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

const folder: string = newFolder()
const url = `${engine.url}/storage/v1`
/** An image of 400 × 200 pixels, red on the left and blue on the right. */
const photo = sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } }).composite([
  { input: { create: { width: 200, height: 200, channels: 3, background: 'blue' } }, left: 200, top: 0 },
])

async function seen(bytes: Blob | Response) {
  const picture = sharp(Buffer.from(await bytes.arrayBuffer()))
  const { format, width, height, compression, exif } = await picture.metadata()
  return { format: compression === 'av1' ? 'avif' : format, size: `${width}×${height}`, exif }
}

beforeAll(async () => {
  const upload = async (name: string, picture: Sharp, type: string) => {
    const bytes = await picture.toBuffer()
    for (const bucket of [reels, posters]) data(await bucket.upload(`${folder}/${name}`, bytes, { contentType: type }))
  }
  await upload('photo.jpg', photo.clone().withMetadata({ orientation: 1 }).jpeg(), 'image/jpeg')
  await upload('photo.png', photo.clone().png(), 'image/png')
  await upload('turned.jpg', photo.clone().withMetadata({ orientation: 6 }).jpeg(), 'image/jpeg')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  data(await reels.upload(`${folder}/drawing.svg`, svg, { contentType: 'image/svg+xml' }))
  const asText = { contentType: 'text/plain' }
  data(await reels.upload(`${folder}/unnamed`, await photo.clone().png().toBuffer(), asText))
  data(
    await reels.upload(`${folder}/photo.svg`, await photo.clone().jpeg().toBuffer(), { contentType: 'image/svg+xml' }),
  )
  data(await reels.upload(`${folder}/drawing.txt`, svg, asText))
  data(await reels.upload(`${folder}/lie.svg`, 'no drawing', { contentType: 'image/svg+xml' }))
  data(await reels.upload(`${folder}/notes.txt`, 'no picture', { contentType: 'text/plain' }))
  data(await reels.upload(`${folder}/lie.png`, 'no picture', { contentType: 'image/png' }))
})

const render = (query: string, headers: Record<string, string> = {}, name = 'photo.jpg') =>
  callStorage(`/render/image/authenticated/reels/${folder}/${name}?${query}`, { headers })

describe('a picture made to measure', () => {
  it.each([
    ['fills a frame', { width: 100, height: 100 }, '100×100'],
    ['is as wide as asked', { width: 100 }, '100×50'],
    ['takes a side of zero for none', { width: 0, height: 50 }, '100×50'],
    ['is as large as it is where both are zero', { width: 0, height: 0 }, '400×200'],
    ['is as high as asked', { height: 100, resize: 'fill' as const }, '200×100'],
    ['is whole within a frame', { width: 100, height: 100, resize: 'contain' as const }, '100×50'],
    ['is stretched to a frame', { width: 100, height: 150, resize: 'fill' as const }, '100×150'],
    ['is never larger than it was', { width: 3000 }, '400×200'],
  ])('%s', async (_what, transform, size) => {
    const picture = data(await reels.download(`${folder}/photo.jpg`, { transform }))
    expect(await seen(picture)).toEqual({ format: 'jpeg', size, exif: undefined })
  })

  it.each([
    ['', '*/*', 'jpeg'],
    ['', 'image/avif,image/webp,*/*', 'webp'],
    ['format=origin', 'image/webp', 'jpeg'],
    ['format=avif', '*/*', 'avif'],
    ['format=webp', '*/*', 'webp'],
  ])('with %j for who takes %s is %s', async (query, accept, format) => {
    const response = await render(`width=50&${query}`, { accept })
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(await seen(response)).toMatchObject({ format, size: '50×25' })
    expect(response.headers.get('vary')?.includes('Accept')).toBe(query === '')
  })

  it('keeps the format of a picture, and stands as it was taken', async () => {
    expect(await seen(await render('width=50', {}, 'photo.png'))).toMatchObject({ format: 'png' })
    expect(await seen(await render('width=50', {}, 'turned.jpg'))).toMatchObject({ size: '50×100' })
  })

  it.each([
    ['unnamed', 'png'],
    ['photo.svg', 'jpeg'],
  ])('goes by what %s is, and not by what it is called', async (name, format) => {
    const response = await render('width=50', {}, name)
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(await seen(response)).toMatchObject({ format, size: '50×25' })
  })

  it('is smaller with less quality', async () => {
    const sizeOf = async (quality: number) => (await (await render(`quality=${quality}`)).arrayBuffer()).byteLength
    expect(await sizeOf(20)).toBeLessThan(await sizeOf(100))
  })

  it('says what was made, and does not come again if it has not changed', async () => {
    const response = await render('width=50&height=20&resize=contain&quality=70&download=small.jpg')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-transformations': 'width:50,height:20,resize:contain,quality:70',
      'cache-control': 'private, max-age=3600',
      'content-disposition': expect.stringContaining('small.jpg'),
      'x-content-type-options': 'nosniff',
    })
    const tag = response.headers.get('etag') ?? ''
    expect(tag).not.toBe((await callStorage(`/object/reels/${folder}/photo.jpg`)).headers.get('etag'))
    const again = (query: string) => render(query, { 'if-none-match': tag })
    expect((await again('width=50&height=20&resize=contain&quality=70')).status).toBe(304)
    expect((await again('width=51')).status).toBe(200)
  })

  it('is there for everybody in a public bucket', async () => {
    const { publicUrl } = posters.getPublicUrl(`${folder}/photo.jpg`, { transform: { width: 40 } }).data
    expect(publicUrl).toContain('/render/image/public/')
    const response = await fetch(publicUrl)
    expect(await seen(response)).toMatchObject({ size: '40×20' })
    expect(response.headers.get('cache-control')).toBe('max-age=3600')
    const hidden = reels.getPublicUrl(`${folder}/photo.jpg`, { transform: { width: 40 } }).data.publicUrl
    expect(await refusalOfStorage(await fetch(hidden))).toMatchObject({ code: 'NoSuchBucket' })
  })

  it('comes by a signed address, as it was signed and no other way', async () => {
    const sign = { transform: { width: 40, resize: 'contain' as const }, download: 'small.jpg' }
    const { signedUrl } = data(await reels.createSignedUrl(`${folder}/photo.jpg`, 60, sign))
    const response = await fetch(`${signedUrl}&width=400`)
    expect(await seen(response)).toMatchObject({ size: '40×20' })
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    expect(response.headers.get('content-disposition')).toContain('small.jpg')
    const head = await fetch(signedUrl, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, response.headers.get('content-type')])
    const whole = await fetch(signedUrl.replace('/render/image/sign/', '/object/sign/'))
    expect(await refusalOfStorage(whole)).toMatchObject({ code: 'InvalidSignature' })
    const other = await fetch(signedUrl.replace('photo.jpg', 'photo.png'))
    expect(await refusalOfStorage(other)).toMatchObject({ code: 'InvalidSignature' })
  })
})

describe('what cannot be made', () => {
  it.each(['width=x', 'height=1.5', 'resize=zoom', 'quality=10', 'quality=101', 'format=bmp'])('%s', async (query) => {
    expect(await refusalOfStorage(await render(query))).toMatchObject({ status: 400, statusCode: '400' })
  })

  it.each(['notes.txt', 'lie.png', 'lie.svg'])('of %s', async (name) => {
    expect(await refusalOfStorage(await render('width=10', {}, name))).toMatchObject({
      ...{ status: 400, message: 'The object is not a picture that can be transformed' },
    })
  })

  it('is not made of a small file that is a huge picture', async () => {
    const bomb = sharp({ create: { width: 8000, height: 7000, channels: 3, background: 'white' } })
    const path = `${folder}/bomb.png`
    data(await reels.upload(path, await bomb.png().toBuffer(), { contentType: 'image/png' }))
    expect(await refusalOfStorage(await render('width=10', {}, 'bomb.png'))).toMatchObject({ status: 400 })
  })

  it.each(['drawing.svg', 'drawing.txt'])('of %s, which browsers scale', async (name) => {
    const response = await render('width=10', {}, name)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('row policies', () => {
  it('decide about pictures too, also in a public bucket', async () => {
    const ana = await person()
    for (const storage of [ana.client.storage, anonymous.storage]) {
      for (const bucket of ['reels', 'posters']) {
        const { error } = await storage.from(bucket).download(`${folder}/photo.jpg`, { transform: { width: 10 } })
        expect(error).toMatchObject({ status: 400 })
      }
    }
    const mine = `${ana.id}/photo.png`
    data(await service.storage.from('reels').copy(`${folder}/photo.png`, mine))
    const picture = await ana.client.storage.from('reels').download(mine, { transform: { width: 10 } })
    expect(await seen(data(picture))).toMatchObject({ size: '10×5' })
    expect((await fetch(`${url}/render/image/authenticated/reels/${mine}?width=10`)).status).toBe(400)
  })
})

it('many at once are all made', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, async (_, n) => seen(await render(`width=${20 + n}`))))
  expect(new Set(made.map(({ size }) => size)).size).toBe(12)
})
