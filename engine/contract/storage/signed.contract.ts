import { describe, expect, it } from 'vitest'
import { png } from '../../storage/testing/sample-files.ts'
import { engine } from '../engine.ts'
import { type Person, person } from '../people.ts'
import { anonymous, data, service } from '../rest/client.ts'
import { newFolder, posters, reels, refusal } from './client.ts'
import { tusWire } from './tus-wire.ts'

/** A member of a new crew, and a picture of that crew. */
async function crew() {
  const name = newFolder()
  const member = await person()
  const joins = async (crew: string | null) => {
    const { error } = await service.auth.admin.updateUserById(member.id, { app_metadata: { crew } })
    if (error) throw error
  }
  await joins(name)
  // The refreshed token contains the crew.
  const { data: refreshed } = await member.client.auth.refreshSession()
  const path = `${name}/picture.png`
  data(await reels.upload(path, png, { contentType: 'image/png' }))
  return { member, token: refreshed.session?.access_token ?? '', joins, name, path }
}

/** Every kind of signed address that a user can share. */
async function addressesOf({ member, path }: { member: Pick<Person, 'client'>; path: string }) {
  const files = member.client.storage.from('reels')
  const { signedUrl: one } = data(await files.createSignedUrl(path, 600))
  const { signedUrl: image } = data(await files.createSignedUrl(path, 600, { transform: { width: 1 } }))
  const [many] = data(await files.createSignedUrls([path], 600))
  return [one, image, many?.signedUrl ?? '']
}

const codesOf = async (addresses: string[]) =>
  Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address)
      if (response.ok) return 'open'
      expect(response.headers.get('cache-control')).toBe('no-store')
      return (await refusal(response)).code
    }),
  )

describe('a signed address opens a file as long as its signer may read it', () => {
  it('and not when they are moved away or lose what they were', async () => {
    const { joins, ...signing } = await crew()
    const addresses = await addressesOf(signing)
    expect(await codesOf(addresses)).toEqual(['open', 'open', 'open'])
    await joins('another crew')
    expect(await codesOf(addresses)).toEqual(['NoSuchKey', 'NoSuchKey', 'NoSuchKey'])
    await joins(signing.name)
    expect(await codesOf(addresses)).toEqual(['open', 'open', 'open'])
    await joins(null)
    expect(await codesOf(addresses)).toEqual(['NoSuchKey', 'NoSuchKey', 'NoSuchKey'])
  })

  it('and not when they have signed out, or are removed', async () => {
    const [left, removed] = [await crew(), await crew()]
    const addresses = [...(await addressesOf(left)), ...(await addressesOf(removed))]
    await left.member.client.auth.signOut()
    expect((await service.auth.admin.deleteUser(removed.member.id)).error).toBeNull()
    expect(await codesOf(addresses)).toEqual(Array(6).fill('AccessDenied'))
  })

  it('and always where the project’s own server has signed it', async () => {
    const { path } = await crew()
    expect(await codesOf(await addressesOf({ member: { client: service }, path }))).toEqual(['open', 'open', 'open'])
  })

  it('also where the bucket is public', async () => {
    const path = `${newFolder()}.txt`
    data(await posters.upload(path, 'for all'))
    expect((await anonymous.storage.from('posters').createSignedUrl(path, 60)).error).toMatchObject({
      message: 'Object not found',
    })
  })
})

describe('a signed address takes a file as long as its signer may put it there', () => {
  it('and not when they are moved away, at once or in parts', async () => {
    const { member, joins, name } = await crew()
    const files = member.client.storage.from('reels')
    const sign = async (file: string) => data(await files.createSignedUploadUrl(`${name}/${file}.txt`))
    const [first, second, third, large] = [await sign('1'), await sign('2'), await sign('3'), await sign('4')]
    const parts = tusWire(`${engine.url}/storage/v1`, { 'x-signature': large.token })
    const toReels = { bucketName: 'reels', objectName: large.path }
    const inParts = { endpoint: `${parts.endpoint}/sign`, retryDelays: null }
    data(await anonymous.storage.from('reels').uploadToSignedUrl(first.path, first.token, 'in time'))
    await joins('another crew')
    const late = await anonymous.storage.from('reels').uploadToSignedUrl(second.path, second.token, 'too late')
    expect(late.error).toMatchObject({ statusCode: '403', message: 'new row violates row-level security policy' })
    await expect(parts.upload(Buffer.from('too late'), toReels, inParts)).rejects.toThrow('row-level security')
    expect(data(await reels.list(name)).map(({ name }) => name)).toEqual(['1.txt', 'picture.png'])
    await member.client.auth.signOut()
    const later = await anonymous.storage.from('reels').uploadToSignedUrl(third.path, third.token, 'too late')
    expect(later.error).toMatchObject({ statusCode: '403' })
  })
})

describe('no cache in between keeps a private file, whatever its uploader said', () => {
  const said = { contentType: 'image/png', cacheControl: '60, public, s-maxage=600' }

  it.each(['GET', 'HEAD'])('by %s', async (method) => {
    const { token, member, name } = await crew()
    const path = `${name}/kept.png`
    data(await reels.upload(path, png, said))
    const authorization = `Bearer ${token}`
    const url = (route: string) => `${engine.url}/storage/v1/${route}`
    const answers = await Promise.all([
      fetch(url(`object/reels/${path}`), { method, headers: { authorization } }),
      fetch(url(`object/authenticated/reels/${path}`), { method, headers: { authorization } }),
      fetch(url(`render/image/authenticated/reels/${path}?width=1`), { method, headers: { authorization } }),
      ...(await addressesOf({ member, path })).map((address) => fetch(address, { method })),
    ])
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
    }
    const [{ headers: known }] = answers
    const again = { authorization, 'if-none-match': known.get('etag') ?? '' }
    const unchanged = await fetch(url(`object/reels/${path}`), { method, headers: again })
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([
      304,
      'private, max-age=60, stale-while-revalidate=30',
    ])
    const missing = await fetch(url(`object/reels/${path}.gone`), { method, headers: { authorization } })
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([400, 'no-store'])
  })

  it('and one of a public bucket as it was said', async () => {
    const path = `${newFolder()}.png`
    data(await posters.upload(path, png, said))
    const answer = await fetch(posters.getPublicUrl(path).data.publicUrl)
    expect(answer.headers.get('cache-control')).toBe('max-age=60, public, s-maxage=600')
  })
})
