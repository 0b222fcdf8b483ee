import { describe, expect, it } from 'vitest'
import { doublesOf } from './doubles.ts'
import { readCsv } from './read-csv.ts'

/** As each of them writes it: their columns in their order, quoted as they quote. */
const bitwarden = `folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
Clients,1,login,Harbor Bakery,"first line
second line","PIN: 1234",0,"https://harbor.example,https://shop.harbor.example",ana,"p,a""ss",otpauth://totp/x?secret=ABC
,,note,Safe,the code,,0,,,,
,,login,,,,0,https://only.example/login,,secret,
`
const onePassword = `Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
Router,http://192.168.1.1,admin, spaced ,,true,false,office;network,
`
const chrome =
  '\uFEFFname,url,username,password,note\r\nmail.example,https://mail.example/,ana@north.test,secret,\r\napp,android://abc@com.app/,ana,secret,mine\r\n'

const entriesOf = async (text: string) =>
  (await readCsv(text)).candidates.map((candidate) => ('entry' in candidate ? candidate.entry : candidate.problem))

describe('[vault.md#importing] the file', () => {
  it('of Bitwarden is read, and what has no field goes into the notes', async () => {
    expect((await readCsv(bitwarden)).source).toBe('Bitwarden')
    const [bakery, safe, untitled] = await entriesOf(bitwarden)
    expect(bakery).toMatchObject({
      title: 'Harbor Bakery',
      website_url: 'https://harbor.example',
      username: 'ana',
      password: 'p,a"ss',
      notes:
        'first line\nsecond line\nWebsite: https://shop.harbor.example\nOne-time code: otpauth://totp/x?secret=ABC\nFields: PIN: 1234',
      tags: ['Clients'],
      is_favorite: true,
      share_with_agency: false,
    })
    expect(safe).toBe('has no password, or one of more than 4,000 characters')
    expect(untitled).toMatchObject({ title: 'only.example', website_url: 'https://only.example/login', tags: [] })
  })

  it('of 1Password is read, spaces of a password too', async () => {
    expect((await readCsv(onePassword)).source).toBe('1Password')
    expect(await entriesOf(onePassword)).toMatchObject([
      {
        title: 'Router',
        username: 'admin',
        password: ' spaced ',
        tags: ['office', 'network'],
        is_favorite: true,
        notes: '',
      },
    ])
  })

  it('of Chrome is read, and an address that is no website goes into the notes', async () => {
    expect((await readCsv(chrome)).source).toBe('Chrome')
    expect(await entriesOf(chrome)).toMatchObject([
      { title: 'mail.example', website_url: 'https://mail.example/', username: 'ana@north.test', notes: '' },
      { title: 'app', website_url: null, notes: 'mine\nWebsite: android://abc@com.app/' },
    ])
  })

  it('keeps in the notes what is too long for its field', async () => {
    const [long] = await entriesOf(`name,url,username,password\n${'t'.repeat(201)},,${'u'.repeat(321)},secret`)
    expect(long).toMatchObject({
      title: 't'.repeat(200),
      username: null,
      notes: `Title: ${'t'.repeat(201)}\nUsername: ${'u'.repeat(321)}`,
    })
    const [notes] = await entriesOf(`name,url,username,password,note\nx,,,secret,${'n'.repeat(20_001)}`)
    expect(notes).toBe('has more than 20,000 characters of notes')
  })

  it.each([
    ['something else', 'a,b\n1,2', 'This is not a CSV file as Bitwarden, 1Password or Chrome export it.'],
    ['nothing', '', 'This is not a CSV file as Bitwarden, 1Password or Chrome export it.'],
    ['a heading', 'name,url,username,password', 'There are no entries in this file.'],
    ['cut off', 'name,url,username,password\nx,y,z,"open', 'The file is damaged: Quoted field unterminated.'],
    [
      'short of a column',
      'name,url,username,password\nx,y',
      'The file is damaged: Too few fields: expected 4 fields but parsed 2.',
    ],
  ])('is refused if it is %s', async (_what, text, message) => {
    await expect(readCsv(text)).rejects.toThrow(message)
  })
})

it('[vault.md#importing] finds what is in the vault already, and what is twice in the file', async () => {
  const { candidates } = await readCsv(
    `name,url,username,password
Mail,https://www.mail.example/login,Ana,one
Mail,https://mail.example,Ana,two
Bank,https://bank.example,ana,one
Bank,https://bank.example,ana,one
Bank,https://bank.example,ana,another
Empty,,,`,
  )
  const known = [{ title: 'mail', username: 'ana', website_url: 'mail.example' }]
  expect([...doublesOf(candidates, known)]).toEqual([
    [0, 'is in the vault already'],
    [1, 'is in the vault already'],
    [3, 'is twice in the file'],
  ])
})
