import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { built, type ClientScene, clientScene, filled, redirected } from './testing/client-scene.ts'

let scene: ClientScene
beforeAll(async () => {
  scene = await clientScene('Harbor Bakery')
})
afterAll(() => scene.remove())

describe('[for-clients.md#asking] what is asked for', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB7lyUWAAAAABJRU5ErkJggg==',
    'base64',
  )
  const picture = { name: 'Menü.png', type: 'image/png', bytes: png }

  async function askFor(fields: Record<string, string>, given: (typeof picture)[] = [], of = scene.token) {
    const form = new URLSearchParams({ title: 'A new menu', words: '<b>By Friday</b>', name: 'Maria', ...fields })
    let read = 0
    async function* files() {
      for (const { bytes, ...file } of given) {
        read++
        yield {
          ...file,
          bytes: (async function* () {
            yield bytes
          })(),
        }
      }
    }
    const answer = await scene.ask('/for/:token/requests', { token: of }, { method: 'POST', form, files })
    return { answer, read }
  }
  const stored = async () => {
    const requests = scene.service
      .from('client_requests')
      .select('title, files:client_request_files(file_name, file_path, file_type)')
    return (await requests.eq('client_id', scene.client).order('created_at')).data
  }

  it('is stored with its files, said to be sent, and listed', async () => {
    const { answer } = await askFor({}, [picture])
    expect(redirected(answer)).toBe(`/for/${scene.token}?sent#ask`)
    const page = (await scene.look({ query: new URLSearchParams('sent') })).fill(built)
    expect(page).toContain('Sent. North Street Marketing has it.')
    expect(page).toMatch(/Received<[\s\S]*A new menu<[\s\S]*&#60;b&#62;By Friday[\s\S]*Menü\.png/)
    expect(await stored()).toMatchObject([{ files: [{ file_name: 'Menü.png', file_type: 'image/png' }] }])
  })

  it('keeps what was typed where a file is not what it is called, and keeps no file', async () => {
    const disguised = { name: 'menu.png', type: 'image/png', bytes: Buffer.from('MZ program') }
    const before = await stored()
    const refused = filled((await askFor({ title: 'Another' }, [picture, disguised])).answer)
    expect([refused.status, refused.fill(built)]).toEqual([422, expect.stringContaining('value="Another"')])
    expect(refused.fill(built)).toContain('menu.png could not be taken.')
    expect(refused.fill(built)).toContain('Please choose your files again.')
    expect(await stored()).toEqual(before)
    expect(filled((await askFor({ title: ' ' }, [picture])).answer).fill(built)).toContain(
      'Please say what you would like.',
    )
  })

  it('[what-people-type.md#too-long] is kept whole where it is too long, and cut by no field', async () => {
    const refused = filled((await askFor({ words: 'x'.repeat(6000) })).answer).fill(built)
    expect(refused).toContain('This is too long.')
    expect(refused).toContain(`>${'x'.repeat(6000)}</textarea>`)
    expect(refused).not.toContain('maxlength')
  })

  it('is shown again where the agency has closed the form meanwhile, and no file of it is received', async () => {
    const mayAsk = async (may_ask: boolean) =>
      expect((await scene.ben.from('client_links').update({ may_ask }).eq('id', scene.link)).error).toBeNull()
    await mayAsk(false)
    const { answer, read } = await askFor({ title: 'A banner', words: 'Twenty minutes of work' }, [picture, picture])
    const page = filled(answer).fill(built)
    expect(page).toContain('You can no longer ask for something by this link, so this was not sent.')
    expect(page).toMatch(/A banner[\s\S]*Twenty minutes of work/)
    expect(page).not.toMatch(/choose your files|cp-ask"/)
    expect(read).toBe(1)
    await mayAsk(true)
  })

  it('is not even received by a link that is not valid', async () => {
    expect(await askFor({}, [picture], 'x'.repeat(43))).toEqual({ answer: undefined, read: 0 })
  })
})
