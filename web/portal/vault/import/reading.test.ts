import { describe, expect, it } from 'vitest'
import { textFileOf } from '../../../lib/table-file/text-file.ts'
import { inCodePageOfWords } from './code-page-of-words.ts'
import { findDuplicates } from './duplicates.ts'
import { otherFile } from './other-file.ts'
import { type Reading, readingOf } from './reading.ts'
import {
  guessUnknownColumns,
  readingOfUnknown,
  readUnknownTable,
  seemsToHaveHeadings,
  withDisplaced,
} from './unknown-table.ts'

const bitwarden = 'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp'
const chrome = 'name,url,username,password,note'

const read = (text: string) => readingOf({ name: 'export.csv', text })
const told = (reading: Reading | undefined) =>
  (reading?.candidates ?? []).map(({ row, title, entry, reservation, ...rest }) =>
    entry
      ? [row, title, entry.password, ...(reservation === undefined ? [] : [reservation])]
      : [row, title, 'problem' in rest && rest.problem],
  )
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('[vault.md#importing] a file', () => {
  it('names a line that is wrong by its number, before the others, which go on', () => {
    expect(
      told(
        read(`${bitwarden}
,,login,Good,,,0,https://g.example,m,pw-g,
,,login,Bad line,,,0,https://bad.example,m,pw,,extra,cells
,,login,Fine,,,0,https://f.example,m,pw-f,
`),
      ),
    ).toEqual([
      [3, 'Row 3', 'It has 13 cells, and the headings are 11.'],
      [2, 'Good', 'pw-g'],
      [4, 'Fine', 'pw-f'],
    ])
  })

  it('names the only line where it is wrong', () => {
    expect(told(read(`${bitwarden}\n,,login,Bad line,,,0,https://bad.example,m,pw,,extra,cells\n`))).toEqual([
      [2, 'Row 2', 'It has 13 cells, and the headings are 11.'],
    ])
  })

  it('names a line that ends before its password, and takes it for no note', () => {
    expect(
      told(read(`${bitwarden}\n,,login,Good,,,0,,m,pw-g,\n,,login,Cut,a note\n,,login,Fine,,,0,,m,pw-f,\n`)),
    ).toEqual([
      [3, 'Row 3', 'It has 5 cells, and the headings are 11.'],
      [2, 'Good', 'pw-g'],
      [4, 'Fine', 'pw-f'],
    ])
  })

  it('names all lines into which line breaks part a row that has no quotation marks', () => {
    const text = `${bitwarden}\n,,login,A,,,0,,m,pw,\n,,login,B,first\nsecond\nthird,,0,,m,pwb,\n`
    expect(told(read(text)).map(([row, title]) => [row, title])).toEqual([
      [3, 'Row 3'],
      [4, 'Row 4'],
      [5, 'Row 5'],
      [2, 'A'],
    ])
  })

  it('names a line with a quotation mark that is never closed', () => {
    expect(told(read(`${chrome}\nA,,ana,pw-a,\nB,,ana,"pw-b,\nC,,ana,pw-c,\n`))).toEqual([
      [3, 'Row 3', 'A quotation mark is opened here but never closed.'],
      [2, 'A', 'pw-a'],
      [4, 'C', 'pw-c'],
    ])
  })

  it.each([' pw ', '=1+1', "'=pw", '-pw', '@pw', 'p\tw', 'p""w', 'p;w', '\u200Bpw', '0012', "''", 'a\nb'])(
    'leaves the password %j as it is',
    (password) => {
      const cell = `"${password.replaceAll('"', '""')}"`
      expect(told(read(`${chrome}\nA,,ana,${cell},\n`))).toEqual([[2, 'A', password]])
    },
  )

  it.each([
    ['semicolons', `${chrome}\nA,,ana,pw,`.replaceAll(',', ';')],
    ['tabs', `${chrome}\nA,,ana,pw,`.replaceAll(',', '\t')],
    ['a line for Excel', `sep=;\n${`${chrome}\nA,,ana,pw,`.replaceAll(',', ';')}`],
    ['empty columns at the end', `${chrome},,\nA,,ana,pw,,,`],
    ['fewer cells than headings', `${chrome}\nA,,ana,pw`],
    ['empty lines and the line ends of Windows', `${chrome}\r\n\r\nA,,ana,pw,\r\n\r\n`],
    ['headings in capitals', `${chrome.toUpperCase()}\nA,,ana,pw,`],
  ])('is read with %s', (_what, text) => {
    expect(told(read(text)).map(([, ...entry]) => entry)).toEqual([['A', 'pw']])
  })

  it('of a Windows of western Europe is decoded, and no sign is lost', async () => {
    const semicolons = `${bitwarden}\n,,login,M\xFCller,,,0,https://u.example,m,geheim\xA3\xDF1\xE9,\n`.replaceAll(
      ',',
      ';',
    )
    const file = await inCodePageOfWords(await textFileOf('export.csv', bytesOf(semicolons)))
    expect(told(readingOf(file))).toEqual([[2, 'Müller', 'geheim£ß1é']])
    const polish = await textFileOf('export.csv', bytesOf(`${chrome}\n\xA3\xF3d\x9F,,ana,za\xBF\xF3\xB3\xE6,\n`))
    expect(told(readingOf(await inCodePageOfWords(polish)))).toEqual([[2, 'Łódź', 'zażółć']])
    const password = await textFileOf('export.csv', bytesOf(`${chrome}\nShop,,ana,\xA3\xA3,\n`))
    expect(told(readingOf(await inCodePageOfWords(password)))).toEqual([[2, 'Shop', '££']])
  })

  it('that nobody knows, of Germany: name and folder are known, and what lies in the bin waits for a tick', () => {
    const text =
      'Bezeichnung;Adresse;Benutzername;Kennwort;Kategorie\nShop;https://s.test;jo;Käse=1;Kunden\nAlt;;jo;weg;Papierkorb'
    const table = readUnknownTable({ name: 'export.csv', text }, true)
    const { candidates } = readingOfUnknown(table, guessUnknownColumns(table))
    expect(candidates.map(({ title, entry, reservation }) => [title, entry?.tags, reservation])).toEqual([
      ['Shop', ['Kunden'], undefined],
      ['Alt', ['Papierkorb'], 'It is in the recycle bin.'],
    ])
  })

  it('whose signs were lost before stores none of them', () => {
    expect(told(read(`${chrome}\nA,,ana,p\uFFFDw,\nB,,ana,pw,\n`))).toEqual([
      [2, 'A', 'It has characters that were lost when the file was saved (�). Export it again.'],
      [3, 'B', 'pw'],
    ])
  })

  it('says what is read otherwise than it stands in the file', () => {
    const lastPass = (name: string) =>
      read(`url,username,password,extra,name,grouping,fav\n,ana,pw,,${name},,0\n`)?.notice
    expect(lastPass('Salt &amp; Sons')).toBe(
      'LastPass wrote some signs as &amp;, &lt; or the like: they are read as & and <.',
    )
    expect(lastPass('Salt & Sons')).toBeUndefined()
  })

  it('waits for a tick where a spreadsheet has changed a password', () => {
    const changed = 'A spreadsheet seems to have changed its password. Export it again.'
    expect(told(read(`${chrome}\nA,,ana,#NAME?,\nB,,ana,1.23457E+18,\nC,,ana,#1,\n`))).toEqual([
      [2, 'A', '#NAME?', changed],
      [3, 'B', '1.23457E+18', changed],
      [4, 'C', '#1'],
    ])
  })

  it.each(['{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}', '{ref:p@t:Mail}'])(
    'waits for a tick where the password %s is that of another entry',
    (password) => {
      expect(told(read(`${chrome}\nA,,ana,${password},\nB,,ana,{REF},\n`))).toEqual([
        [
          2,
          'A',
          password,
          'Its password refers to another entry. Copy the password of that entry into this one, and export again.',
        ],
        [3, 'B', '{REF}'],
      ])
    },
  )

  it('names what has neither a password nor a text, and what is too long', () => {
    expect(
      told(
        read(`${chrome}\nA,https://a.example,ana,,\nB,,ana,${'p'.repeat(4001)},\nC,,ana,pw,${'n'.repeat(20_001)}\n`),
      ),
    ).toEqual([
      [2, 'A', 'It has no password and no other text to keep.'],
      [3, 'B', 'It has a password of more than 4,000 characters.'],
      [4, 'C', 'It has more than 20,000 characters of notes.'],
    ])
  })

  it('keeps in the notes what is too long for its field', () => {
    const tags = Array.from({ length: 51 }, (_, index) => `t${index}`).join(';')
    const text = `Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n${'t'.repeat(201)},,${'u'.repeat(321)},pw,,,,${tags},\n`
    const [entry] = read(text)?.candidates.map(({ entry }) => entry) ?? []
    expect(entry).toMatchObject({
      title: 't'.repeat(200),
      username: null,
      notes: `Title: ${'t'.repeat(201)}\nUsername: ${'u'.repeat(321)}\nTags: ${tags.replaceAll(';', ', ')}`,
      tags: [],
    })
  })
})

describe('[vault.md#importing] a table of no known program', () => {
  const text = 'Where,Who,Secret word,PIN\nhttps://a.example,ana, pw ,1234\nhttps://b.example,bo,pw2,\n'

  it('is read by what somebody says its columns are, and keeps the rest in the notes', () => {
    expect(read(text)).toBeUndefined()
    const table = readUnknownTable({ name: 'a.csv', text }, true)
    expect(guessUnknownColumns(table)).toEqual(['website', 'notes', 'notes', 'notes'])
    const { candidates, leftOut } = readingOfUnknown(table, ['website', 'username', 'password', 'notes'])
    expect(candidates.map(({ entry }) => entry)).toMatchObject([
      { title: 'a.example', username: 'ana', password: ' pw ', notes: 'PIN: 1234' },
      { title: 'b.example', username: 'bo', password: 'pw2', notes: '' },
    ])
    expect(leftOut).toEqual([])
    expect(readingOfUnknown(table, ['website', 'username', 'password', '']).leftOut).toEqual(['PIN'])
  })

  it('keeps a column in the notes that another one takes the place of', () => {
    expect(withDisplaced(['password', 'notes'], ['', 'password'])).toEqual(['notes', 'password'])
    expect(withDisplaced(['password', 'notes'], ['password', ''])).toEqual(['password', ''])
  })

  it('may have an entry in its first row', () => {
    const bare = 'https://a.example,ana@lantern.example,pw\nhttps://b.example,bo@lantern.example,pw2\n'
    expect(read(bare)).toBeUndefined()
    expect(seemsToHaveHeadings(readUnknownTable({ name: 'a.csv', text: bare }, true))).toBe(false)
    expect(seemsToHaveHeadings(readUnknownTable({ name: 'a.csv', text }, true))).toBe(true)
    const table = readUnknownTable({ name: 'a.csv', text: bare }, false)
    expect(guessUnknownColumns(table)).toEqual(['website', 'username', 'notes'])
    expect(told(readingOfUnknown(table, ['website', 'username', 'password']))).toEqual([
      [1, 'a.example', 'pw'],
      [2, 'b.example', 'pw2'],
    ])
  })
})

it.each([
  ['export.json', '{"encrypted":false,"folders":[]}', '.csv under “Export vault”'],
  ['data.json', '{"version":"1","vaults":{}}', 'JSON file of Proton Pass'],
  ['vault-export.json', '{"format":"mainstreet vault export"}', 'in its reader'],
  ['passwords.xml', '<?xml version="1.0"?>\n<KeePassFile>', 'XML file of KeePass'],
  ['passwords.kdbx', '\x03\xD9\xA2\x9A\x67', 'database of KeePass'],
  ['1PasswordExport.1pux', 'PK\x03\x04', '1PUX'],
  ['dashlane.zip', 'PK\x03\x04', 'credentials.csv'],
  ['passwords.xlsx', 'PK\x03\x04', 'spreadsheet'],
  ['pass.pgp', '-----BEGIN PGP MESSAGE-----', 'PGP'],
])('[vault.md#importing] refuses %s, and says what to export', (name, head, sentence) => {
  expect(otherFile(name, bytesOf(head))).toContain(sentence)
})

it('[vault.md#importing] takes a CSV file for nothing else', () => {
  expect(otherFile('a.csv', bytesOf('"name","url"\n[a],{b}'))).toBeUndefined()
})

it('[vault.md#importing] finds what is in the vault already, and what is twice in the file', () => {
  const { candidates = [] } =
    read(`name,url,username,password
Mail,https://www.mail.example/login,Ana,one
Mail,https://mail.example,Ana,two
Bank,https://bank.example,ana,one
Bank,https://bank.example,ana,one
Bank,https://bank.example,ana,another
`) ?? {}
  const known = [{ title: 'mail', username: 'ana', website_url: 'mail.example' }]
  expect([...findDuplicates(candidates, known)]).toEqual([
    [0, 'It is in the vault already.'],
    [1, 'It is in the vault already.'],
    [3, 'It is in the file twice.'],
  ])
})
