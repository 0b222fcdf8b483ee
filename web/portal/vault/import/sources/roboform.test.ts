import { describe, expect, it } from 'vitest'
import { entriesOf } from '../../../../testing/vault-import.ts'

describe('[vault.md#importing] the file', () => {
  it('of RoboForm: the fields behind the headings arrive, and a guarded apostrophe is taken off', () => {
    expect(
      entriesOf(`Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2
RF CMS,https://rf.example,https://rf.example,'@mara,''pw,a note,/Clients,"Password$,,,pwd,'pw","TOTP KEY$,,,txt,GEZDGNBV","City,,,txt,Vienna, Austria"
Plain,https://p.example,https://p.example/login,bo,'=x,,,
`),
    ).toMatchObject({
      source: 'RoboForm',
      entries: [
        {
          title: 'RF CMS',
          username: '@mara',
          password: "'pw",
          tags: ['Clients'],
          notes: 'a note\nCity: Vienna, Austria',
          two_step_key: 'GEZDGNBV',
        },
        { title: 'Plain', password: "'=x", notes: 'Website: https://p.example/login' },
      ],
    })
  })

  it('of an older RoboForm, which has a column less', () => {
    expect(
      entriesOf('Name,Url,Login,Pwd,Note,Folder,Rf_fields\nRF,,ana,pw,a note,Work,City:txt:Vienna\n').entries,
    ).toMatchObject([{ title: 'RF', password: 'pw', notes: 'a note\nCity:txt:Vienna', tags: ['Work'] }])
  })
})
