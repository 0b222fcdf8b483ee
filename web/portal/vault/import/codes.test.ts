import { describe, expect, it } from 'vitest'
import { readingOf } from './reading.ts'

const read = (text: string) => readingOf({ name: 'export.csv', text })

describe('[vault.md#importing] a two-step key', () => {
  const SECRET = 'GEZDGNBVGY3TQOJQ'
  const withCode = (code: string, cells = 'mail,https://a.example,ana,pw,mine') =>
    read(`name,url,username,password,extra,totp,grouping,fav\n${cells},"${code}",,\n`)?.candidates[0]

  it('that the vault does not support stays in the notes, and the preview says why', () => {
    const { entry, remark, codeProblem } = withCode(`steam://${SECRET}`) ?? {}
    expect(entry).toMatchObject({ password: 'pw', notes: `mine\nOne-time code: steam://${SECRET}`, two_step_key: null })
    expect([remark, codeProblem]).toEqual([undefined, 'Steam’s codes of five letters are not supported.'])
  })

  it('of an entry without a password is not lost', () => {
    const { entry, remark } = withCode('gezd gnbv gy3t qojq', 'mail,https://a.example,ana,,') ?? {}
    expect(entry).toMatchObject({ password: 'gezd gnbv gy3t qojq', notes: '', two_step_key: { secret: SECRET } })
    expect(remark).toBe('It has no password, so its two-step key is stored as the password too.')
    expect(withCode('steam://X', 'mail,https://a.example,ana,,')?.entry).toMatchObject({
      password: 'One-time code: steam://X',
    })
  })

  it('is found in a field that a person has named, and the address counts where the bare key is there too', () => {
    const address = `otpauth://totp/ana?secret=${SECRET}&digits=8`
    const headings = 'username,username2,username3,title,password,note,url,category,otpSecret,Second factor'
    const [found] = read(`${headings}\nana,,,mail,pw,,https://a.example,,${SECRET},${address}\n`)?.candidates ?? []
    expect(found?.entry).toMatchObject({ notes: '', two_step_key: { secret: SECRET, digits: 8 } })
  })
})
